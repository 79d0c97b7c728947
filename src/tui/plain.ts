import { type Milliseconds, seconds } from '../core/units.ts';
import { visible } from '../core/visible.ts';
import { number } from '../report/format.ts';
import type { RunEvent } from '../run/events.ts';
import type { FaceOptions } from './face.ts';
import { recordLine } from './record-line.ts';
import { reduce } from './reduce.ts';
import { initialState, type ViewState } from './state.ts';
import { waitingLine } from './waiting-lines.ts';

const HEARTBEAT_MS: Milliseconds = 30_000;

/** Most hold points pass at once; a line for each of those waits would hide the ones that matter. */
const WORTH_TELLING_S = 2;

/** Without a terminal: one line for each change of state, and a sign of life when nothing changes for 30 s. */
export class PlainFace {
  readonly #options: FaceOptions;
  readonly #closed = new AbortController();
  #state: ViewState;
  #printed_ms: Milliseconds;
  /** The present wait has had its line. */
  #told = false;

  constructor(options: FaceOptions) {
    this.#options = options;
    this.#printed_ms = options.clock.now();
    this.#state = initialState(options.plan, this.#printed_ms);
    void this.#heartbeat();
  }

  receive(event: RunEvent): void {
    this.#state = reduce(this.#state, event, this.#options.clock.now());
    const line = this.#lineOf(event);
    if (line !== null) this.#print(line);
  }

  close(): void {
    this.#closed.abort();
  }

  #lineOf(event: RunEvent): string | null {
    switch (event.type) {
      case 'journal': {
        const line = recordLine(event.line.record, this.#state.change?.trial ?? null);
        // a repeated signal is no news: only what is worth a line ends the wait that was told
        if (line !== null) this.#told = false;
        return line;
      }
      case 'operator':
        return visible(event.text);
      case 'load':
        return null;
      case 'waiting': {
        if (this.#told || event.waiting.elapsed_s < WORTH_TELLING_S) return null;
        this.#told = true;
        return waitingLine(event.waiting, 0);
      }
    }
  }

  async #heartbeat(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const quiet = clock.now() - this.#printed_ms;
      if (quiet >= HEARTBEAT_MS) this.#print(this.#signOfLife());
      else await clock.wait(HEARTBEAT_MS - quiet, signal);
    }
  }

  #signOfLife(): string {
    const { waiting, load, rows } = this.#state;
    if (load !== null) {
      const { done, of, failed, tokens_per_s } = load.progress;
      return `still measuring ${visible(load.trial)}: ${done} of ${of} requests, ${failed} failed, ${number(tokens_per_s)} tokens/s`;
    }
    if (waiting !== null)
      return `still ${waitingLine(waiting.waiting, seconds(this.#options.clock.now() - waiting.received_ms))}`;
    return `still at work: ${rows.filter((row) => row.status !== 'pending').length} of ${rows.length} settings done`;
  }

  #print(line: string): void {
    if (this.#closed.signal.aborted) return;
    this.#printed_ms = this.#options.clock.now();
    const at = new Date(this.#options.clock.wall()).toTimeString().slice(0, 8);
    this.#options.output.write(`${at} ${line}\n`);
  }
}
