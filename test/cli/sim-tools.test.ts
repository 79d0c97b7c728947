import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import type { Services } from '../../src/cli/services.ts';
import type { Host, RunOptions } from '../../src/ports/host.ts';
import { type Called, holdpoint, type Setup } from './harness.ts';

const tool = (name: string, words: readonly string[], setup: Setup = {}): Promise<Called> =>
  holdpoint(['sim-tool', '--tool', name, '--', ...words], setup);

test('a tool of the host: its output, its exit code, and of our environment what it obeys', async () => {
  const asked: { argv?: readonly string[]; options?: RunOptions } = {};
  const host = {
    async run(argv: readonly string[], options: RunOptions) {
      Object.assign(asked, { argv, options });
      return { argv, code: 3, signal: null, stdout: 'out', stderr: 'err', timed_out: false, took_ms: 1 };
    },
  } as unknown as Host;
  const { code, stdout, stderr } = await tool('systemctl', ['show', '--no-pager', '-p', 'X', 'a b'], {
    services: { host: async () => host },
    env: { SYSTEMD_PAGER: '', API_KEY: 'secret', COLUMNS: '200' },
  });
  expect({ code, stdout, stderr }).toEqual({ code: 3, stdout: 'out', stderr: 'err' });
  expect(asked.argv).toEqual(['/usr/bin/systemctl', 'show', '--no-pager', '-p', 'X', 'a b']);
  expect(asked.options?.env).toEqual({ SYSTEMD_PAGER: '', COLUMNS: '200' });
});

test.each([
  [['1.5'], 1500],
  [['2m'], 120_000],
  [['.5', '1h', '1d'], 500 + 3_600_000 + 86_400_000],
  [['0'], 0],
])('sleep %j takes its time on the clock of the host', async (words, ms) => {
  const clock = new VirtualClock();
  const called = await clock.run(tool('sleep', words, { clock }));
  expect({ code: called.code, slept: clock.now() }).toEqual({ code: 0, slept: ms });
});

test.each([[[]], [['soon']], [['-1']], [['1x']]])('sleep %j is refused', async (words) => {
  expect(await tool('sleep', words)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^sleep: .+\n$/),
  });
});

const FORMATS =
  '%Y|%C|%y|%m|%d|%e|%j|%H|%k|%I|%l|%M|%S|%s|%p|%a|%A|%b|%h|%B|%u|%w|%z|%:z|%Z|%F|%T|%D|%R|%r|%c|%x|%X|%n|%t|%%|%-d|%_m|%^a|%3N|%N|%Q';

test.each([0, 86_399, 951_782_400, 1_709_251_199, 1_767_225_599, 4_102_444_800])(
  'date writes @%i as the real one does',
  async (stamp) => {
    const options = { env: { LC_ALL: 'C', PATH: process.env['PATH'] } };
    const real = execFileSync('date', ['-u', '-d', `@${stamp}`, `+${FORMATS}`], options).toString();
    expect((await tool('date', ['-u', '-d', `@${stamp}`, `+${FORMATS}`])).stdout).toBe(real);
    for (const style of [[], ['-R'], ['-Is']]) {
      const expected = execFileSync('date', ['-u', '-d', `@${stamp}`, ...style], options).toString();
      expect((await tool('date', ['-u', '-d', `@${stamp}`, ...style])).stdout).toBe(expected);
    }
  },
);

test.each(['2026-03-01', '2026-03-01 12:34:56', '2026-03-01T12:34:56Z', '2026-03-01 12:34 +0530'])(
  'date reads %s as the real one does',
  async (when) => {
    const real = execFileSync('date', ['-u', '-d', when, '+%s']).toString();
    expect((await tool('date', ['-u', `--date=${when}`, '+%s'])).stdout).toBe(real);
  },
);

test('now is that of the host, and what was or will be is reckoned from it', async () => {
  const clock = new VirtualClock(Date.UTC(2030, 0, 1));
  const at = async (...words: string[]) =>
    (await tool('date', ['-u', ...words, '+%s'], { clock })).stdout.trim();
  const now = Date.UTC(2030, 0, 1) / 1000;
  expect(await at()).toBe(String(now));
  expect(await at('-d', 'now')).toBe(String(now));
  expect(await at('-d', '10 minutes ago')).toBe(String(now - 600));
  expect(await at('-d', '+2 hours')).toBe(String(now + 7200));
  expect(await at('-d', '-1 day')).toBe(String(now - 86_400));
});

test('date says what it does not do', async () => {
  expect(await tool('date', ['-d', 'next tuesday'])).toMatchObject({
    code: 1,
    stderr: "date: invalid date 'next tuesday'\n",
  });
  expect(await tool('date', ['-s', '@0'])).toMatchObject({ code: 1, stderr: 'date: unsupported here: -s\n' });
});

/** A command that ends when it is told to, or by itself after a time of the clock; null: only by SIGKILL. */
function commandOf(clock: VirtualClock, after_ms: number | null, code = 0) {
  const signals: string[] = [];
  const command: Services['command'] = async () => {
    let end = (_: number): void => {};
    const ended = new Promise<number>((resolve) => {
      end = resolve;
    });
    if (after_ms !== null) void clock.wait(after_ms).then(() => end(code));
    return {
      ended,
      failure: () => null,
      kill(signal) {
        signals.push(`${signal} ${clock.now()}`);
        if (signal === 'SIGKILL') end(137);
        else if (after_ms !== null) end(143);
      },
    };
  };
  return { signals, services: { command } };
}

test.each([
  ['10 cmd', 5000, 3, [], 3],
  ['0 cmd', 50_000, 3, [], 3],
  ['2s cmd', 5000, 0, ['SIGTERM 2000'], 124],
  ['-s INT 2 cmd', 5000, 0, ['SIGINT 2000'], 124],
  ['--signal=KILL 2 cmd', 5000, 0, ['SIGKILL 2000'], 137],
  ['-k 3 2 cmd', null, 0, ['SIGTERM 2000', 'SIGKILL 5000'], 137],
  ['--preserve-status 2 cmd', 5000, 0, ['SIGTERM 2000'], 143],
])('timeout %s', async (words, after_ms, code, signals, expected) => {
  const clock = new VirtualClock();
  const scene = commandOf(clock, after_ms, code);
  const called = await clock.run(tool('timeout', words.split(' '), { clock, services: scene.services }));
  expect({ code: called.code, signals: scene.signals }).toEqual({ code: expected, signals });
});

test.each(['', '10', 'soon cmd', '-s NONE 1 cmd', '--what 1 cmd'])('timeout %j is refused', async (words) => {
  expect(await tool('timeout', words.split(' '))).toMatchObject({
    code: 125,
    stderr: expect.stringMatching(/^timeout: .+\n$/),
  });
});

test('a real command: its code, the signal that ended it, and what cannot be run', async () => {
  const code = (argv: readonly string[]) => runCommand(argv, process.env, { own_group: true }).ended;
  expect(await code(['sh', '-c', 'exit 9'])).toBe(9);
  expect(await code(['sh', '-c', 'kill -TERM $$'])).toBe(143);
  expect(await code(['/nonexistent'])).toBe(127);
  expect(await code(['/etc/passwd'])).toBe(126);
  const missing = runCommand(['/nonexistent'], process.env, { own_group: true });
  await missing.ended;
  expect(missing.failure()).toBe('there is no such program');
  const group = runCommand(['sh', '-c', 'sleep 600 & wait'], process.env, { own_group: true });
  group.kill('SIGKILL');
  expect(await group.ended).toBe(137);
  expect(group.failure()).toBe(null);
});
