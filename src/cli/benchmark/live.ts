import type { LoadProgress } from '../../ports/load.ts';
import type { Context } from '../context.ts';

export interface LiveLine {
  show(progress: LoadProgress): void;
  end(): void;
}

const TERMINAL_EVERY_MS = 200;
const PLAIN_EVERY_MS = 10_000;

/** What goes on, on stderr: one line that is rewritten on a terminal, else a line every ten seconds. */
export function liveLine({ stderr, clock }: Context, name: string): LiveLine {
  const every = stderr.isTTY ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS;
  let last = stderr.isTTY ? Number.NEGATIVE_INFINITY : clock.now();
  let written = false;
  return {
    show(progress) {
      const now = clock.now();
      if (now - last < every) return;
      last = now;
      const line = `${name}: ${progressText(progress)}`;
      written = true;
      stderr.write(stderr.isTTY ? `\r\x1b[K${line.slice(0, stderr.columns - 1)}` : `${line}\n`);
    },
    end() {
      if (stderr.isTTY && written) stderr.write('\r\x1b[K');
    },
  };
}

function progressText({ done, of, failed, tokens_per_s, live }: LoadProgress): string {
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
