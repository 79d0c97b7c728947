import type { RequestTrace } from '../core/metrics/trace.ts';

/** Outcomes of an answer that came to its end. */
const WHOLE: ReadonlySet<string> = new Set(['ok', 'wrong-text', 'no-tokens']);
/** Outcomes of a request that no server has read. */
const NEVER_READ: ReadonlySet<string> = new Set(['unsent', 'refused', 'tls']);

/** Adds up what the server told of all requests of a load, those of the warm-up and the failed ones too. */
export class ToldTokens {
  /** null: of one of them it did not say, or its answer broke off: it may have made tokens that nobody saw. */
  total: number | null = 0;

  add(trace: RequestTrace): void {
    const tokens = toldBy(trace);
    this.total = this.total === null || tokens === null ? null : this.total + tokens;
  }
}

/** One that was sent again counts once: the connection that it was sent on first had been closed, and nobody read it. */
function toldBy({ outcome, status, usage_tokens }: RequestTrace): number | null {
  if (NEVER_READ.has(outcome)) return 0;
  if (status !== null && status >= 400 && status < 500) return 0;
  return WHOLE.has(outcome) ? usage_tokens : null;
}
