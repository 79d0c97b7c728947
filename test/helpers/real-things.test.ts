import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const CONFIG = `
import { PlainReporter } from '${ROOT}/test/helpers/plain-reporter.ts';
export default { test: { reporters: [new PlainReporter()], retry: 1 } };
`;
const NOW_AND_THEN = `
import { test } from 'vitest';
let tries = 0;
test('now and then', () => { tries += 1; if (tries === 1) throw new Error('the first time'); });
test('never', () => { throw new Error('each time'); });
`;
const TESTS = `
import { beforeAll, test } from 'vitest';
import { describeReal, requireReal } from '${ROOT}/test/helpers/real-things.ts';
test('needs nothing', () => {});
test('needs python', () => void requireReal('python3'));
describeReal(['python3', 'linux-proc'], 'many', () => {
  beforeAll(() => { throw new Error('a hook of a suite that cannot run was run'); });
  test('one of many', () => {});
});
`;
const ON_DEMAND = `
import { describeReal } from '${ROOT}/test/helpers/real-things.ts';
import { REAL_THINGS } from '${ROOT}/test/helpers/look-for.ts';
REAL_THINGS.sglang = () => ({ missing: 'it is not here' });
describeReal(['sglang'], 'an engine', () => void test('starts', () => {}));
import { test } from 'vitest';
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdpoint-real-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'vitest.config.ts'), CONFIG);
  writeFileSync(join(folder, 'a.test.ts'), TESTS);
  writeFileSync(join(folder, 'demand.test.ts'), ON_DEMAND);
  writeFileSync(join(folder, 'tries.test.ts'), NOW_AND_THEN);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A machine without any tool on its PATH. */
function run(required: '0' | '1' | 'all', file = 'a.test.ts') {
  const counts = join(folder, `${file}-counts-${required}`);
  const env = {
    HOME: folder,
    PATH: '/nowhere',
    HOLDPOINT_REQUIRE_REAL: required,
    HOLDPOINT_TEST_COUNTS: counts,
  };
  const argv = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, file];
  const { status, stdout } = spawnSync(process.execPath, argv, { cwd: folder, env, encoding: 'utf8' });
  const told = (what: string) =>
    existsSync(`${counts}.${what}`) ? readFileSync(`${counts}.${what}`, 'utf8') : '';
  return {
    status,
    lines: stdout.trimEnd().split('\n'),
    text: stdout,
    counts: readFileSync(counts, 'utf8'),
    failures: told('failures'),
    tries: told('tries'),
  };
}

test('tests of a missing real thing are skipped by name and with the reason', () => {
  const { status, lines, text, counts } = run('0');
  expect(text).toContain('MISSING  python3: no python3 on PATH: install python3');
  expect(text).toContain(
    'skipped  a.test.ts: needs python [no real python3: no python3 on PATH: install python3]',
  );
  expect(text).toMatch(/skipped {2}a\.test\.ts: many \[not run, missing: python3 \(.*\)\] > one of many/);
  expect(lines.at(-1)).toBe('1 passed, 0 failed, 2 skipped');
  expect({ status, counts }).toEqual({ status: 0, counts: '1 0 2\n' });
});

test('HOLDPOINT_REQUIRE_REAL=1 turns them into failures', () => {
  const { status, lines, counts, failures } = run('1');
  expect(lines.at(-1)).toBe('1 passed, 2 failed, 0 skipped');
  expect(failures).toMatch(/^\na\.test\.ts: needs python\nthe real python3 is missing: .+\n +at /);
  expect(failures).toContain('\na.test.ts: many > has its real things\nmissing: python3');
  expect({ status, counts }).toEqual({ status: 1, counts: '1 2 0\n' });
});

test('one on demand is skipped even then and with the reason, and only =all asks for it', () => {
  const skipped = run('1', 'demand.test.ts');
  expect(skipped.text).toMatch(
    /skipped {2}demand\.test\.ts: an engine \[not run, missing: sglang \(only `npm run test:engines` uses it: .+\)\] > starts/,
  );
  expect(skipped.counts).toBe('0 0 1\n');
  const asked = run('all', 'demand.test.ts');
  expect(asked.text).toContain('MISSING  python3: no python3 on PATH');
  expect(asked.counts).toBe('0 1 0\n');
});

test('what passed only at its second try is told with what failed at the first', () => {
  const { text, lines, failures, tries } = run('0', 'tries.test.ts');
  expect(tries).toMatch(/^\ntries\.test\.ts: now and then\nthe first time\n +at /);
  expect(text).toContain('these tests passed only at another try:\n\ntries.test.ts: now and then');
  expect(failures).toContain('tries.test.ts: never\neach time');
  expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
});
