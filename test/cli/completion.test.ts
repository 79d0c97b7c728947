import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { holdpoint, temporaryFolder } from './harness.ts';
import { ID, RunFolder } from './run-folder.ts';

const words = async (argv: readonly string[], cwd?: string): Promise<string[]> => {
  const { stdout } = await holdpoint(['complete', '--', ...argv], cwd === undefined ? {} : { cwd });
  return stdout
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((line) => line !== '' && !line.startsWith(':'));
};

test.each(['bash', 'zsh', 'fish', 'powershell'])('a script for %s', async (shell) => {
  const { code, stdout } = await holdpoint(['completion', shell]);
  expect(code).toBe(0);
  expect(stdout).toContain('holdpoint');
  expect(stdout).toMatch(/complete ("?--|-- )|Completer/);
});

test('bash accepts its script', async () => {
  const { stdout } = await holdpoint(['completion', 'bash']);
  expect(spawnSync('bash', ['-n'], { input: stdout }).status).toBe(0);
});

test('another shell: exit 2 with the nearest', async () => {
  const { code, stderr } = await holdpoint(['completion', 'bsh']);
  expect(code).toBe(2);
  expect(stderr).toContain('did you mean `bash`?');
});

test('commands, but none of the hidden ones', async () => {
  expect(await words(['s'])).toEqual(['sweep', 'status', 'stop', 'selftest', 'sim', 'schema']);
  expect(await words(['be'])).toEqual(['bench']);
});

test('flags of a command, choices of a flag, conditions, run names, configurations', async () => {
  const home = temporaryFolder();
  new RunFolder(home);
  writeFileSync(join(home, 'k26.yaml'), '');
  expect(await words(['sweep', '--un'])).toEqual(['--under-traffic']);
  expect(await words(['sweep', '--on-hangup', ''])).toEqual(['continue', 'restore']);
  expect(await words(['wait', 're'])).toEqual(['released', 'ready']);
  expect(await words(['log', '--dir', home, ''])).toContain(ID);
  expect(await words(['plan', '-f', ''], home)).toEqual(['k26.yaml']);
});
