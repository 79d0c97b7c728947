import { outputTokens, ttft } from '../core/metrics/request-times.ts';
import type { RequestTrace } from '../core/metrics/trace.ts';
import type { LoadProgress } from '../ports/load.ts';

/** Counts as the requests begin and end. */
export class ProgressCounter {
  readonly #of: number | null;
  readonly #begin: number;
  #sent = 0;
  #done = 0;
  #failed = 0;
  #tokens = 0;
  #since = Number.POSITIVE_INFINITY;

  /** `of` null: nobody knows how many there will be. `begin`: on the clock of the traces. */
  constructor(of: number | null, begin: number) {
    this.#of = of;
    this.#begin = begin;
  }

  sent(): void {
    this.#sent++;
  }

  /** `tokens_per_s` is from the first request to the end of this one. */
  ended(trace: RequestTrace): LoadProgress {
    this.#done++;
    if (trace.outcome === 'ok') this.#tokens += outputTokens(trace).tokens;
    else this.#failed++;
    const ended = trace.ended_ms ?? this.#begin;
    this.#since = Math.min(this.#since, trace.sent_ms ?? ended);
    const seconds = (ended - this.#since) / 1000;
    return {
      done: this.#done,
      of: this.#of ?? this.#sent,
      failed: this.#failed,
      tokens: this.#tokens,
      tokens_per_s: seconds > 0 ? this.#tokens / seconds : null,
      live: {
        elapsed_ms: ended - this.#begin,
        open: this.#sent - this.#done,
        ttft_ms: ttft(trace),
        outcome: trace.outcome,
      },
    };
  }
}
