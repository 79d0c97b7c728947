import type { Figure, Row } from './row.ts';
import { simulate } from './support/simulate.ts';
import { median, spread } from './support/stats.ts';

const SWEEPS = 200;

export const sweeps: Row = {
  name: 'sweeps',
  how: `${SWEEPS} sweeps of six settings, each over a simulated host with another seed, one after the other in one process: seven starts with loads of 20 s, eight requests of 64 tokens one at a time, the original back. Warm-up of the compiler included`,
  async measure() {
    const all = simulate('six', SWEEPS);
    const wall = all.map(({ wall_ms }) => wall_ms);
    const seconds = (of: readonly number[]) => of.reduce((sum, ms) => sum + ms, 0) / 1000;
    return [
      {
        what: `${SWEEPS} sweeps of six settings`,
        value: seconds(wall),
        unit: 's',
        limit: 60,
        noise: `one sweep: ${spread(wall, 'ms')}`,
        detail: `CPU ${seconds(all.map(({ cpu_ms }) => cpu_ms)).toFixed(1)} s; median ${median(wall).toFixed(0)} ms for ${median(all.map(({ simulated_s }) => simulated_s)).toFixed(0)} simulated s`,
      },
    ] satisfies Figure[];
  },
};
