import type { Milliseconds } from '../core/units.ts';
import type { Context } from './context.ts';

export interface LiveLine {
  show(text: string): void;
  end(): void;
}

const PLAIN_EVERY_MS = 10_000;

/**
 * What goes on, on stderr: one line that is rewritten on a terminal, at most once in `terminal_every_ms`, else a line every
 * ten seconds.
 */
export function liveLine({ stderr, clock }: Context, terminal_every_ms: Milliseconds): LiveLine {
  const every = stderr.isTTY ? terminal_every_ms : PLAIN_EVERY_MS;
  let last = stderr.isTTY ? Number.NEGATIVE_INFINITY : clock.now();
  let written = false;
  return {
    show(text) {
      const now = clock.now();
      if (now - last < every) return;
      last = now;
      written = true;
      stderr.write(stderr.isTTY ? `\r\x1b[K${text.slice(0, stderr.columns - 1)}` : `${text}\n`);
    },
    end() {
      if (stderr.isTTY && written) stderr.write('\r\x1b[K');
    },
  };
}
