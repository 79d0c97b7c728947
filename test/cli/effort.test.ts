import { expect, test } from 'vitest';
import type { PlanDocument } from '../../src/core/documents/plan.ts';
import { projectFolder } from './files.ts';
import { holdpoint } from './harness.ts';

async function planned(...args: readonly string[]): Promise<PlanDocument> {
  const { stdout } = await holdpoint(['plan', '--json', ...args], { cwd: projectFolder() });
  return (JSON.parse(stdout) as { data: PlanDocument }).data;
}

test('an effort has its price in starts, and says what it can find', async () => {
  const { effort } = await planned('--effort', 'default');
  expect(effort).toMatchObject({ asked: 'default', screening_starts: 7, final_starts_at_most: 18 });
  const found = effort?.finds.map((each) => each.effect_percent) ?? [];
  // 2.1 standard deviations at six blocks of three: docs/statistics.md
  expect(found[0]).toBeCloseTo(2.1, 0);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  const { stdout } = await holdpoint(['plan', '--effort', 'default'], { cwd: projectFolder(), columns: 200 });
  expect(stdout).toContain('effort default: 7 starts to choose from, then at most 18 fresh ones to be sure');
});

test('a quick one names no winner, and without any nothing is said', async () => {
  expect((await planned('--effort', 'quick')).effort).toMatchObject({ final_starts_at_most: 0, finds: [] });
  expect((await planned()).effort).toBeNull();
  expect((await planned('--effort', '31')).effort).toMatchObject({ asked: '31', final_starts_at_most: 24 });
});

test.each(['much', '1', '1001', '-3', '2.5'])('%s is no effort', async (effort) => {
  const { code, stderr } = await holdpoint(['sweep', `--effort=${effort}`], { cwd: projectFolder() });
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`--effort ${effort} is no effort`),
  });
});
