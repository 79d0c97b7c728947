import type { Figure, Row } from './row.ts';
import { simulate } from './support/simulate.ts';
import { median, spread } from './support/stats.ts';

/** Until then the compiler is still at work. */
const WARM_UP = 5;
const RUNS = 7;

export const story: Row = {
  name: 'story',
  how: `The sweep of the story (four settings, five starts with loads of 420 s, measured at 1 and 4 requests at once, the original back) in one process on a virtual clock: host, engine and adapters, nothing on disk. The first one; then the median of ${RUNS} after ${WARM_UP}, each with another seed`,
  async measure() {
    const all = simulate('story', WARM_UP + RUNS);
    const warm = all.slice(WARM_UP);
    const wall = warm.map(({ wall_ms }) => wall_ms);
    const cpu = median(warm.map(({ cpu_ms }) => cpu_ms));
    const simulated_s = median(warm.map((sweep) => sweep.simulated_s));
    const records = median(warm.map((sweep) => sweep.records));
    return [
      {
        what: 'the sweep of the story, warm',
        value: median(wall),
        unit: 'ms',
        limit: 200,
        noise: spread(wall, 'ms'),
        detail: `CPU ${cpu.toFixed(0)} ms for ${simulated_s.toFixed(0)} simulated s and ${records} records`,
      },
      {
        what: 'the same, the first of a process',
        value: all[0]?.wall_ms ?? null,
        unit: 'ms',
        limit: null,
        noise: 'one run',
        detail: `CPU ${all[0]?.cpu_ms.toFixed(0)} ms, the compiler's among it`,
      },
    ] satisfies Figure[];
  },
};
