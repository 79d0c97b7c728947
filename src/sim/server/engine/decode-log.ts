import type { Milliseconds } from '../../../core/units.ts';
import type { Counters } from './counters.ts';

/** What the batch is at the moment of a line. */
export interface BatchView {
  readonly running: number;
  readonly queued: number;
  readonly tokens: number;
  readonly usage: number;
}

export interface DecodeLogOptions {
  readonly interval: number;
  /** Tokens of a draft without the bonus token; null: nothing is drafted. */
  readonly draft_tokens: number | null;
  readonly cuda_graph: boolean;
  readonly say: (text: string) => void;
}

/** The line that the first rank prints every so many decode steps. */
export class DecodeLog {
  readonly #options: DecodeLogOptions;
  #since: Milliseconds = 0;
  #tokens = 0;
  #verified = 0;
  #committed = 0;

  constructor(options: DecodeLogOptions) {
    this.#options = options;
  }

  /** After each step. */
  stepped(now: Milliseconds, counters: Counters, batch: () => BatchView): void {
    const { interval } = this.#options;
    if (interval > 0 && counters.decode_steps % interval === 0) this.#print(now, counters, batch());
  }

  /** The batch begins again after a time without work, which is no part of a throughput. */
  resumed(now: Milliseconds, counters: Counters): void {
    this.#since = now;
    this.#tokens = counters.generation_tokens;
  }

  #print(now: Milliseconds, counters: Counters, batch: BatchView): void {
    const seconds = (now - this.#since) / 1000;
    counters.last_throughput = seconds > 0 ? (counters.generation_tokens - this.#tokens) / seconds : 0;
    const { draft_tokens, cuda_graph, say } = this.#options;
    const calls = counters.verify_calls - this.#verified;
    const accepted = calls === 0 ? 0 : (counters.committed_tokens - this.#committed) / calls;
    const drafted =
      draft_tokens === null
        ? ''
        : `accept len: ${accepted.toFixed(2)}, accept rate: ${(accepted / draft_tokens).toFixed(2)}, `;
    say(
      `Decode batch, #running-req: ${batch.running}, #token: ${batch.tokens}, token usage: ${batch.usage.toFixed(2)}, ${drafted}cuda graph: ${cuda_graph ? 'True' : 'False'}, gen throughput (token/s): ${counters.last_throughput.toFixed(2)}, #queue-req: ${batch.queued}`,
    );
    this.resumed(now, counters);
    this.#verified = counters.verify_calls;
    this.#committed = counters.committed_tokens;
  }
}
