import { expect } from 'vitest';
import { describeReal } from '../helpers/real-things.ts';
import { test } from './lab.ts';

describeReal(['llama-server'], 'a client that stands still while it measures', () => {
  test('has no number of that load, says why, and measures the same server again', async ({ lab }) => {
    lab.times_client = true;
    let stood = false;
    const ran = await lab.sweep(
      lab.configuration(await lab.server(), {
        workloads: [{ name: 'w', prompts: 'builtin:count', api: 'completions', requests: 12, max_tokens: 8 }],
      }),
      () => {},
      (progress) => {
        if (stood || progress.done !== 6) return;
        stood = true;
        // 300 ms and what the watch takes off for its own resolution
        const end = performance.now() + 320;
        while (performance.now() < end);
      },
    );
    const ends = ran.records.filter((record) => record.type === 'measurement.ended');
    expect(ends[0]?.void).toMatchObject({ name: 'client-late', class: 'measurement', retry: { max: 2 } });
    expect(ends[0]?.void?.message).toMatch(
      /^the numbers say nothing of the server: .*stood still for [34]\d\d/,
    );
    expect(ends[0]?.measurement.ok).toBe(12);
    expect(ends.length).toBeGreaterThan(1);
    // on a machine that is busy now, the later ones may be late as well; none that is late is a number
    const { measurements, generation } = ran.start('slots=1');
    expect(measurements.every(({ client }) => client.verdict === 'ok')).toBe(true);
    expect(measurements).toHaveLength(ends.filter((end) => end.void === null).length);
    expect(generation).not.toBeNull();
    expect(ran.trial('slots=1').starts).toHaveLength(1);
  });
});
