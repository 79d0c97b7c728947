import type { Context } from '../context.ts';
import { liveLine } from '../live-line.ts';

export interface LiveCount {
  answered(): void;
  judged(passed: boolean): void;
  end(): void;
}

/** How far an evaluation is. */
export function liveCount(context: Context, problems: number): LiveCount {
  const count = { answered: 0, judged: 0, passed: 0 };
  const line = liveLine(context, 0);
  const show = () =>
    line.show(`${count.answered} of ${problems} answered, ${count.judged} judged, ${count.passed} passed`);
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
    end: () => line.end(),
  };
}
