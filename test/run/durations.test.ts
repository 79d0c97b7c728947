import { expect, test } from 'vitest';
import { simulatedSweep } from '../helpers/simulated-sweep.ts';

test('a start says how long it took to its last measurement, from the beginning of its change', async () => {
  const { document, journal } = await simulatedSweep({ load_s: 20 });
  const started = document.trials.flatMap((trial) => trial.starts);
  expect(started.length).toBeGreaterThan(4);
  const walls = (type: string, trial: string, start: number) =>
    journal
      .filter(({ record }) => record.type === type && 'trial' in record && record.trial === trial)
      .filter(({ record }) => !('start' in record) || record.start === start)
      .map(({ wall }) => Date.parse(wall));
  for (const { name, starts } of document.trials)
    for (const { start, durations, measurements } of starts) {
      const [begun = Number.NaN] = walls('change.begun', name, start);
      const last = walls('measurement.ended', name, start).at(-1) ?? Number.NaN;
      expect(durations.measured_s).toBeCloseTo((last - begun) / 1000, 3);
      const load_s = measurements.reduce((sum, { duration_s }) => sum + duration_s, 0);
      expect(durations.measured_s).toBeGreaterThan((durations.ready_s ?? Number.NaN) + load_s);
    }
});
