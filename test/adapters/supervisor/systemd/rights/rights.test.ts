import { beforeEach, describe, expect, test } from 'vitest';
import { FaultError, fault } from '../../../../../src/core/fault.ts';
import { DROP_IN, ScriptedHost, UNIT } from '../scripted-host.ts';

const SUDO = '/usr/bin/sudo';
const POLKIT = '/usr/share/dbus-1/system-services/org.freedesktop.PolicyKit1.service';
const PKCHECK = '/usr/bin/pkcheck';
const ID = '11111111111111111111111111111111';
const SERVER = '/opt/serve';
const DENIED = { code: 1, stderr: `Failed to start ${UNIT}: Interactive authentication required.\n` };
/** What a manager says to a request that it has authorised. */
const CARRIED_OUT_NEVER: Readonly<Record<string, string>> = {
  start: `Failed to start ${UNIT}: --job-mode=triggering is only valid for stop.\n`,
  stop: `Failed to stop ${UNIT}: Isolate is only valid for start.\n`,
  kill: `Failed to kill unit ${UNIT}: No control process to kill\n`,
};

let scripted: ScriptedHost;
/** Verbs that polkit refuses, `reload` among them, and commands that sudo refuses. */
let refused: Set<string>;
let sudo_refuses: RegExp | null;
let journal: Record<string, string>;

beforeEach(() => {
  scripted = new ScriptedHost(`[Service]\nExecStart=${SERVER}\n`);
  scripted.uid = 1000;
  for (const file of [SUDO, POLKIT, PKCHECK, '/var/lib/systemd/linger/bench']) scripted.files.set(file, '');
  scripted.files.set('/proc/self/stat', '77 (node) S 1 77 77 0');
  scripted.files.set('/proc/100/fd/3', '');
  scripted.properties['User'] = 'llm';
  scripted.runs(100, [SERVER], {}, ID);
  refused = new Set();
  sudo_refuses = null;
  journal = { [`INVOCATION_ID=${ID}`]: '{}\n' };
  // The verb comes behind options here, so the first word decides.
  scripted.on['--no-ask-password'] = (words) => {
    if (words.includes('daemon-reload')) return scripted.on['daemon-reload']?.(words) ?? null;
    const verb = words[words.indexOf('--') - 1] ?? '';
    if (refused.has(verb)) return DENIED;
    return verb === 'reset-failed' ? null : { code: 1, stderr: CARRIED_OUT_NEVER[verb] ?? '' };
  };
  scripted.on['--action-id'] = () => (refused.has('reload') ? { code: 2 } : null);
  scripted.on['-n'] = (words) => ({ code: sudo_refuses?.test(words.join(' ')) === true ? 1 : 0 });
  scripted.on['journalctl'] = (words) => ({ stdout: journal[words[0] ?? ''] ?? '' });
});

const rights = async () => (await scripted.supervisor().rights?.()) ?? [];
const states = async () => Object.fromEntries((await rights()).map(({ name, state }) => [name, state]));
const named = async (name: string) => (await rights()).find((right) => right.name === name);

const ALL_HELD = {
  'unit files': 'held',
  journal: 'held',
  'socket owner': 'held',
  environment: 'held',
  start: 'held',
  stop: 'held',
  kill: 'held',
  'reset-failed': 'held',
  'daemon-reload': 'held',
  'drop-in': 'held',
  'timer and detach': 'held',
};

describe('each right by itself', () => {
  test('with all of them, all are held, and nothing was started, stopped, reloaded or written', async () => {
    expect(await states()).toEqual(ALL_HELD);
    const acts = scripted.ran.filter((line) =>
      /^(write|remove) |^systemctl (--no-ask-password )?(start|stop|kill|daemon-reload)/.test(line),
    );
    expect(acts).toEqual([]);
    expect(
      scripted.ran
        .filter((line) => line.startsWith('sudo'))
        .every((line) => line.startsWith('sudo -n -k -l ')),
    ).toBe(true);
  });

  test.each(['start', 'stop', 'kill', 'reset-failed'])(
    'without %s exactly that one is missing, and the rule gives it',
    async (verb) => {
      refused.add(verb);
      expect(await states()).toEqual({ ...ALL_HELD, [verb]: 'missing' });
      expect(await named(verb)).toMatchObject({
        grant: { kind: 'polkit', file: expect.stringContaining('rules.d') },
      });
    },
  );

  test('without daemon-reload: asked of polkit for the process that asks', async () => {
    refused.add('reload');
    expect(await states()).toEqual({ ...ALL_HELD, 'daemon-reload': 'missing' });
    expect(scripted.ran).toContain('pkcheck --action-id org.freedesktop.systemd1.reload-daemon --process 77');
  });

  test.each(['install', 'tee', 'mv', 'rm'])(
    'where sudo refuses %s, the file may not be written',
    async (tool) => {
      sudo_refuses = new RegExp(`/${tool} `);
      expect(await states()).toEqual({ ...ALL_HELD, 'drop-in': 'missing' });
      expect(await named('drop-in')).toMatchObject({
        text: expect.stringContaining(`/usr/bin/${tool} `),
        grant: { kind: 'sudoers', worth: expect.stringContaining('can become root') },
      });
    },
  );

  test('without sudo at all that is said first', async () => {
    scripted.files.delete(SUDO);
    expect((await named('drop-in'))?.remedy).toMatch(/^let root install sudo/);
  });

  test('reset-failed is not tried where something could be forgotten by it', async () => {
    Object.assign(scripted.properties, { ActiveState: 'failed', Result: 'exit-code' });
    expect(await states()).toMatchObject({ 'reset-failed': 'unknown' });
    expect(scripted.ran.filter((line) => line.includes('reset-failed'))).toEqual([]);
  });

  test('a manager that answers with something else is no yes and no no', async () => {
    scripted.on['--no-ask-password'] = () => ({
      code: 1,
      stderr: 'Failed to start: Job mode triggering invalid\n',
    });
    expect(await states()).toMatchObject({ start: 'unknown', stop: 'unknown', kill: 'unknown' });
  });

  test('as root only what is seen is tried', async () => {
    scripted.uid = 0;
    expect(Object.keys(await states())).toEqual([
      'unit files',
      'journal',
      'socket owner',
      'environment',
      'control',
    ]);
  });

  test('sockets and environment of another user', async () => {
    scripted.environments.delete(100);
    scripted.host.list = async () => {
      throw new FaultError(fault('permission', 'no'));
    };
    expect(await states()).toEqual({ ...ALL_HELD, 'socket owner': 'missing', environment: 'weaker' });
  });

  test('without lingering what outlives Holdpoint would end with the login', async () => {
    scripted.files.delete('/var/lib/systemd/linger/bench');
    expect(await named('timer and detach')).toMatchObject({
      state: 'weaker',
      remedy: expect.stringContaining('loginctl enable-linger bench'),
    });
  });
});

describe('where polkit cannot give it', () => {
  test('there is none: only root may, and a user manager is the way around', async () => {
    scripted.files.delete(POLKIT);
    scripted.on['--no-ask-password'] = () => ({
      code: 4,
      stderr: `Failed to start ${UNIT}: Access denied\n`,
    });
    const start = await named('start');
    expect(start).toMatchObject({
      state: 'missing',
      remedy: expect.stringContaining('no polkit on this host'),
    });
    expect(start?.grant).toBeUndefined();
    expect(await states()).toMatchObject({ 'daemon-reload': 'missing' });
  });

  test('one of before 0.106 knows no units', async () => {
    refused.add('stop');
    scripted.on['--version'] = () => ({ stdout: 'pkcheck version 0.105\n' });
    expect((await named('stop'))?.remedy).toContain('older than 0.106');
  });
});

describe('the journal', () => {
  test.each([
    ['silent to this user', {}, 'missing', /systemd-journal bench/],
    ['readable, but the start is no longer in it', { '_PID=1': '{}\n' }, 'weaker', /journald\.conf/],
    [
      'readable as far as the unit writes it',
      { [`_SYSTEMD_INVOCATION_ID=${ID}`]: '{}\n' },
      'weaker',
      /systemd-journal bench/,
    ],
  ])('%s', async (_what, lines, state, remedy) => {
    journal = lines;
    expect(await named('journal')).toMatchObject({ state, remedy: expect.stringMatching(remedy) });
  });

  test('a tool that fails says nothing of the right', async () => {
    scripted.on['journalctl'] = () => ({ code: 1 });
    expect(await named('journal')).toMatchObject({ state: 'unknown' });
  });
});

describe('before anything is stopped', () => {
  const TRIAL = { argv: ['/opt/other'], env: {}, cwd: '/', env_complete: true };
  const OWN = { ...TRIAL, argv: [SERVER] };

  beforeEach(() => {
    scripted.files.set('/opt/other', '');
    scripted.on['daemon-reload'] = () => {
      scripted.reload(scripted.files.has(DROP_IN) ? TRIAL.argv : OWN.argv);
      return null;
    };
  });

  test('a missing right is `permission` with what doctor says, and nothing is written', async () => {
    refused.add('reset-failed');
    const remedy = (await named('reset-failed'))?.remedy;
    await expect(scripted.supervisor().prepare(TRIAL, '/log')).rejects.toMatchObject({
      fault: { name: 'permission', message: `bench lacks rights on ${UNIT}: reset-failed`, hint: remedy },
    });
    expect(scripted.ran.filter((line) => /^(write|remove) |daemon-reload$/.test(line))).toEqual([]);
  });

  test('a log that may not be read keeps nobody from the way back', async () => {
    journal = {};
    await expect(scripted.supervisor().prepare(TRIAL, '/log')).rejects.toMatchObject({
      fault: { name: 'permission' },
    });
    expect(await scripted.supervisor().prepare(OWN, '/log')).toMatchObject({ definition: OWN });
  });
});
