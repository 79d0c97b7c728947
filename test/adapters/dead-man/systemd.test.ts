import { describe, expect, it } from 'vitest';
import { SystemdDeadMan } from '../../../src/adapters/dead-man/systemd.ts';
import type { Host, RunResult } from '../../../src/ports/host.ts';

const WATCHED = { run_id: '20261129-230400-k26-0001', dir: '/var/lib/runs/one', fence: 2 };
const TIMER = 'holdpoint-restore-20261129-230400-k26-0001-2.timer';

interface Scene {
  readonly uid?: number;
  readonly files?: readonly string[];
  readonly scope?: 'system' | 'user';
  /** Answers of `systemd-run` and `systemctl VERB`; absent: rc 0. */
  readonly answers?: Readonly<Record<string, Partial<RunResult>>>;
}

/** A host on which systemd is, whose tools answer as a real one's did. */
function scene({ uid = 0, files = [], scope = 'system', answers = {} }: Scene = {}) {
  const there = new Set(['/run/systemd/system', '/usr/bin/systemctl', '/usr/bin/systemd-run', ...files]);
  const ran: string[] = [];
  const host = {
    identity: async () => ({ uid, user: uid === 0 ? 'root' : 'ana' }),
    file: async (path: string) =>
      there.has(path) ? { kind: path === '/run/systemd/system' ? 'directory' : 'file' } : null,
    run: async (argv: readonly string[], options?: { readonly env?: Readonly<Record<string, string>> }) => {
      const bus = options?.env?.['XDG_RUNTIME_DIR'] === undefined ? '' : ' (user bus)';
      ran.push(argv.join(' ') + bus);
      const key = argv[0]?.endsWith('systemd-run') === true ? `systemd-run ${argv[1]}` : (argv[2] ?? '');
      const rest = { code: 0, signal: null, stdout: '', stderr: '', timed_out: false, took_ms: 1 };
      return { argv, ...rest, ...answers[key] } as RunResult;
    },
  } as unknown as Host;
  const dead_man = new SystemdDeadMan({
    host,
    scope,
    tools: { systemctl: '/usr/bin/systemctl', systemd_run: '/usr/bin/systemd-run' },
    runtime_folder: '/run/user/1000',
    after_ms: 180_000,
    program: ['/usr/bin/node', '/opt/hold$point/cli.mjs'],
    options: [],
    path: '/usr/bin:/bin',
  });
  return { dead_man, ran };
}

const DENIED = { code: 1, stderr: 'Failed to start transient timer unit: Access denied\n' };

describe('the dead-man timer of systemd', () => {
  it('runs this program on the run folder, as nobody ends or starts it by mistake', async () => {
    const { dead_man, ran } = scene();
    expect(await dead_man.arm(WATCHED)).toEqual({ armed: true, timer: TIMER, weakness: null });
    const made = ran.at(-1) ?? '';
    expect(made).toMatch(
      /^\/usr\/bin\/systemd-run --no-ask-password --quiet --unit=holdpoint-restore-\S+-2 /,
    );
    for (const word of [
      '--on-active=180000ms',
      'KillMode=mixed',
      'TimeoutStopSec=infinity',
      'Restart=on-abnormal',
    ])
      expect(made).toContain(word);
    expect(made).toMatch(
      / -- \/usr\/bin\/node \/opt\/hold\$\$point\/cli\.mjs dead-man \/var\/lib\/runs\/one --fence 2$/,
    );
    expect(made.match(/--setenv=\S+/g)).toEqual(['--setenv=PATH=/usr/bin:/bin']);
  });

  it('of the system for a user with the right to it: the restore has her rights, not those of root', async () => {
    const { dead_man, ran } = scene({ uid: 1000 });
    await dead_man.arm(WATCHED);
    expect(ran.at(-1)).toContain(' --uid=1000 ');
  });

  it('refused by the system: her own manager, if it lingers', async () => {
    const answers = { 'systemd-run --no-ask-password': DENIED };
    const lingering = scene({ uid: 1000, files: ['/var/lib/systemd/linger/ana'], answers });
    expect(await lingering.dead_man.arm(WATCHED)).toMatchObject({ armed: true, weakness: null });
    expect(lingering.ran.at(-1)).toMatch(/systemd-run --user .*\(user bus\)$/);
    expect(lingering.ran.at(-1)).not.toContain('--uid');
    await lingering.dead_man.renew();
    expect(lingering.ran.at(-1)).toBe(`/usr/bin/systemctl --user restart -- ${TIMER} (user bus)`);
    const alone = scene({ uid: 1000, answers });
    expect(await alone.dead_man.arm(WATCHED)).toEqual({
      armed: false,
      why: "the system's manager refuses it: Failed to start transient timer unit: Access denied",
    });
  });

  it('of a user whose manager does not linger: armed, and what that is worth is said', async () => {
    const { dead_man } = scene({ uid: 1000, scope: 'user' });
    expect(await dead_man.arm(WATCHED)).toMatchObject({
      armed: true,
      weakness: expect.stringContaining('does not linger'),
    });
  });

  it('made by a manager that does not answer: it may be there, so it is renewed and taken away as one that is', async () => {
    const hung = { code: null, signal: 'SIGKILL', timed_out: true };
    const { dead_man, ran } = scene({ answers: { 'systemd-run --no-ask-password': hung } });
    expect(await dead_man.arm(WATCHED)).toMatchObject({
      armed: true,
      weakness: expect.stringContaining('did not answer'),
    });
    await dead_man.renew();
    await dead_man.disarm();
    const after = ran.slice(-2).map((line) => line.replace('/usr/bin/systemctl --no-ask-password ', ''));
    expect(after).toEqual([`restart -- ${TIMER}`, `stop -- ${TIMER}`]);
  });

  it('renewed where somebody took it away: made again; refused: the fault says so', async () => {
    const gone = scene({ answers: { restart: { code: 5, stderr: 'Failed to restart: Unit not found.' } } });
    await gone.dead_man.arm(WATCHED);
    await gone.dead_man.renew();
    expect(gone.ran.filter((line) => line.includes('systemd-run'))).toHaveLength(2);
    const denied = scene({ answers: { restart: { code: 4, stderr: 'Failed to restart: Access denied' } } });
    await denied.dead_man.arm(WATCHED);
    await expect(denied.dead_man.renew()).rejects.toMatchObject({ fault: { name: 'permission' } });
  });

  it('disarmed: the timer alone is stopped, never the restore that it may have started', async () => {
    const { dead_man, ran } = scene({ answers: { stop: { code: 5, stderr: 'Unit not loaded.' } } });
    await dead_man.arm(WATCHED);
    await dead_man.disarm();
    expect(ran.at(-1)).toBe(`/usr/bin/systemctl --no-ask-password stop -- ${TIMER}`);
    const asked = ran.length;
    await dead_man.renew();
    await dead_man.disarm();
    expect(ran).toHaveLength(asked);
  });
});
