import type { Context } from '../context.ts';

export interface LiveCount {
  answered(): void;
  judged(passed: boolean): void;
  end(): void;
}

const EVERY_MS = 10_000;

/** How far an evaluation is, on stderr: one line that is rewritten on a terminal, else a line every ten seconds. */
export function liveCount({ stderr, clock }: Context, problems: number): LiveCount {
  const count = { answered: 0, judged: 0, passed: 0 };
  let last = clock.now();
  const show = () => {
    const line = `${count.answered} of ${problems} answered, ${count.judged} judged, ${count.passed} passed`;
    if (stderr.isTTY) stderr.write(`\r\x1b[K${line.slice(0, stderr.columns - 1)}`);
    else if (clock.now() - last >= EVERY_MS) {
      last = clock.now();
      stderr.write(`${line}\n`);
    }
  };
  return {
    answered() {
      count.answered += 1;
      show();
    },
    judged(passed) {
      count.judged += 1;
      count.passed += passed ? 1 : 0;
      show();
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}
