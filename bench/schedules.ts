import fc from 'fast-check';
import { play } from '../test/property/harness.ts';
import { schedules as histories } from '../test/property/schedules.ts';
import type { Row } from './row.ts';

const SCHEDULES = 400;

/** What 20,000 random histories of the model host would take on two cores. */
export async function schedules(): Promise<readonly Row[]> {
  const sample = fc.sample(histories, { numRuns: SCHEDULES, seed: 3 });
  const began = performance.now();
  const cpu = process.cpuUsage();
  for (const schedule of sample) await play(schedule, '/nowhere');
  const each = (performance.now() - began) / SCHEDULES;
  const used = process.cpuUsage(cpu);
  const cpu_each = (used.user + used.system) / 1000 / SCHEDULES;
  return [
    {
      name: 'schedules',
      what: '20,000 random schedules on two cores',
      value: (each * 20_000) / 2 / 1000,
      limit: 60,
      unit: 's',
      how: `extrapolated from ${SCHEDULES} in one process: ${each.toFixed(1)} ms each, CPU ${cpu_each.toFixed(1)} ms`,
    },
  ];
}
