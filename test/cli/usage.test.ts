import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/tree.ts';
import { HOLDPOINT_VERSION } from '../../src/core/version.ts';
import { holdpoint } from './harness.ts';

test('--version is the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(HOLDPOINT_VERSION).toBe(version);
  expect(await holdpoint(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('--help lists every command, once; the ones that only Holdpoint calls are not there', async () => {
  const { code, stdout } = await holdpoint(['--help']);
  expect(code).toBe(0);
  const listed = stdout
    .split('\n')
    .map((line) => /^ {2}([a-z]+) {2}/.exec(line)?.[1])
    .filter((name) => name !== undefined);
  expect(listed).toEqual(COMMANDS.filter((spec) => !spec.hidden).map((spec) => spec.name));
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
});

/** All but the programs of a simulated host, which print what the real ones do, and the server that prints its address. */
const OWN = COMMANDS.filter(({ name }) => name !== 'sim-tool' && name !== 'mock');

test.each(OWN.map((spec) => spec.name))('%s --help shows its options', async (name) => {
  const { code, stdout } = await holdpoint([name, '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Usage: holdpoint ${name}`));
  expect(stdout).toContain('--json');
});

test('no command at all: the help on stderr, exit 2', async () => {
  const { code, stdout, stderr } = await holdpoint([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('Usage: holdpoint COMMAND');
});

test.each([
  [['swep'], "unknown command 'swep'", 'Did you mean sweep?'],
  [['sweep', '--fersh'], "unknown option '--fersh'", 'Did you mean --fresh?'],
  [['sweep', 'extra'], 'too many arguments', 'holdpoint sweep --help'],
  [['wait'], "missing required argument 'condition'", 'holdpoint wait --help'],
  [['sweep', '--limit', 'x'], "option '--limit <n>' argument 'x' is invalid", 'whole number'],
  [['sweep', '--limit', '-1'], "argument '-1' is invalid", 'holdpoint sweep --help'],
  [['sweep', '--on-hangup', 'die'], 'Allowed choices are continue, restore', 'holdpoint sweep --help'],
  [['--jsno'], "unknown option '--jsno'", 'holdpoint --help'],
  [['sweep', '-f'], "option '-f, --file <path>' argument missing", 'holdpoint sweep --help'],
])('%j: exit 2 with what was meant', async (argv, message, hint) => {
  const { code, stdout, stderr } = await holdpoint(argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('holdpoint: usage: ');
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
});

test('with --json an error is one document on stdout, also where the command line itself is wrong', async () => {
  const called = await holdpoint(['sweep', '--fersh', '--json']);
  expect(called.code).toBe(2);
  expect(called.stderr).toBe('');
  expect(called.json()).toMatchObject({
    schema_version: 1,
    command: 'sweep',
    simulated: false,
    ok: false,
    error: { name: 'usage', class: 'usage', scope: 'run' },
  });
});

test('a bug is exit 1, with the lines to report', async () => {
  const called = await holdpoint(['attach', '/nowhere/x', '--json'], { services: {} });
  expect(called.json().error?.name).toBe('usage');
  const broken = await holdpoint(['init', '--from-pid', '1']);
  expect(broken.code).toBe(1);
  expect(broken.stderr).toContain('holdpoint: bug: Error: this test gave no such service');
  expect(broken.stderr).toContain('harness.ts');
});

test('commands that control servers say so elsewhere than on Linux', async () => {
  const { code, stderr } = await holdpoint(['init', '--from-pid', '1'], { platform: 'darwin' });
  expect(code).toBe(2);
  expect(stderr).toContain('`init` needs Linux, this is darwin');
});
