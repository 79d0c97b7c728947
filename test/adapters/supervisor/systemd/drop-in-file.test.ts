import { beforeEach, expect, test } from 'vitest';
import { removeDropIn, writeDropIn } from '../../../../src/adapters/supervisor/systemd/drop-in-file.ts';
import { FaultError, fault } from '../../../../src/core/fault.ts';
import { DROP_IN, ScriptedHost } from './scripted-host.ts';

const BESIDE = '/run/systemd/system/llm.service.d/.zz-holdpoint.conf.new';
let scripted: ScriptedHost;
let allowed: RegExp;
const inputs: (string | undefined)[] = [];

beforeEach(() => {
  scripted = new ScriptedHost('');
  scripted.uid = 1000;
  scripted.files.set('/usr/bin/sudo', '');
  allowed = /./;
  inputs.length = 0;
  const refuse = async () => {
    throw new FaultError(fault('permission', 'EACCES'));
  };
  Object.assign(scripted.host, { writeText: refuse, remove: refuse });
  const { run } = scripted.host;
  scripted.host.run = (argv, options) => {
    inputs.push(options?.stdin);
    return run(argv, options);
  };
  scripted.on['-n'] = (words) => ({ code: allowed.test(words.join(' ')) ? 0 : 1, stdout: 'API_KEY=sk-1' });
});

const acts = () => scripted.ran.filter((line) => !line.startsWith('sudo -n -k -l '));

test('what may be done directly asks nobody', async () => {
  Object.assign(scripted.host, { writeText: async () => {}, remove: async () => true });
  expect(await writeDropIn(scripted.host, DROP_IN, 'text', 0o644)).toBe('directly');
  expect(await removeDropIn(scripted.host, DROP_IN)).toBe('directly');
  expect(scripted.ran).toEqual([]);
});

test('refused, and allowed by sudo: whole beside it, then in its place; the way is told', async () => {
  const way = await writeDropIn(scripted.host, DROP_IN, 'text', 0o644);
  expect(acts()).toEqual([
    `sudo -n -k -- /usr/bin/install -D -m 0644 /dev/null ${BESIDE}`,
    `sudo -n -k -- /usr/bin/tee ${BESIDE}`,
    `sudo -n -k -- /usr/bin/mv -T ${BESIDE} ${DROP_IN}`,
  ]);
  expect(inputs.filter((text) => text !== undefined)).toEqual(['text']);
  expect(way).toBe(`through /usr/bin/sudo -n -k -- /usr/bin/mv -T ${BESIDE} ${DROP_IN}`);
  expect(await removeDropIn(scripted.host, DROP_IN)).toContain(`/usr/bin/rm -f ${DROP_IN}`);
});

test('a text with a secret is never readable to others', async () => {
  await writeDropIn(scripted.host, DROP_IN, 'API_KEY=sk-1', 0o600);
  expect(acts()[0]).toBe(`sudo -n -k -- /usr/bin/install -D -o bench -m 0600 /dev/null ${BESIDE}`);
});

test.each([
  ['sudo refuses', () => void (allowed = /never/)],
  ['there is no sudo', () => void scripted.files.delete('/usr/bin/sudo')],
  ['this is root, who was refused for another reason', () => void (scripted.uid = 0)],
])('%s: the first refusal is told, and nothing was begun', async (_what, change) => {
  change();
  const denied = { fault: { name: 'permission', message: 'EACCES' } };
  await expect(writeDropIn(scripted.host, DROP_IN, 'text', 0o644)).rejects.toMatchObject(denied);
  await expect(removeDropIn(scripted.host, DROP_IN)).rejects.toMatchObject(denied);
  expect(acts()).toEqual([]);
});

test('a command that fails on the way is told in the words of sudo, without the text', async () => {
  scripted.on['-n'] = (words) =>
    words.includes('/usr/bin/tee') && words[2] === '--'
      ? { code: 1, stderr: 'sudo: a password is required\n', stdout: 'API_KEY=sk-1' }
      : null;
  const failure = await writeDropIn(scripted.host, DROP_IN, 'API_KEY=sk-1', 0o600).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({
    fault: { name: 'permission', message: 'sudo /usr/bin/tee: sudo: a password is required' },
  });
  expect(JSON.stringify((failure as FaultError).fault)).not.toContain('sk-1');
});
