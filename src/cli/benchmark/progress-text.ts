import type { LoadProgress } from '../../ports/load.ts';

/** How far a load is, in a few words. */
export function progressText({ done, of, failed, tokens_per_s, live }: LoadProgress): string {
  const parts = [
    of > 0 ? `${done} of ${of}` : `${done} requests`,
    tokens_per_s === null ? null : `${tokens_per_s.toFixed(1)} tokens/s`,
    live === undefined ? null : `${live.open} open`,
    live === undefined || live.ttft_ms === null ? null : `ttft ${Math.round(live.ttft_ms)} ms`,
    failed === 0
      ? null
      : `${failed} failed${live === undefined || live.outcome === 'ok' ? '' : ` (${live.outcome})`}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
