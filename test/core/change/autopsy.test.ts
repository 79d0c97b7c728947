import { describe, expect, test } from 'vitest';
import { autopsy } from '../../../src/core/change/autopsy.ts';
import type { Answer, Facts, View } from '../../../src/core/change/types.ts';
import type { WantedFlag } from '../../../src/core/engine/definition.ts';
import { engineDefinition } from '../../../src/core/engine/index.ts';

const MISSING =
  "0.00.010.000 E gguf_init_from_file: failed to open GGUF file '/m/x.gguf' (No such file or directory)";
const STRANGER = {
  pid: 77,
  start_ticks: 7,
  uid: 1000,
  user: 'someone',
  command: 'python3 -m http.server',
  inode: '5',
  address: '127.0.0.1',
};

const BOOT = 'a8b63d0a';

interface Scene {
  readonly log?: readonly string[];
  readonly exit?: { readonly code: number | null; readonly signal: string | null } | null;
  readonly restarts?: number;
  readonly listeners?: readonly (typeof STRANGER)[];
  readonly wanted?: readonly WantedFlag[];
  readonly facts?: Partial<Facts>;
  /** Boot id of the host now. */
  readonly boot?: string;
}

function autopsyOf({
  log = [],
  exit = { code: 1, signal: null },
  restarts,
  listeners = [],
  wanted = [],
  facts = {},
  boot = BOOT,
}: Scene) {
  const known = {
    log: [],
    log_file: '/runs/server.log',
    life: null,
    listener: null,
    prepared: null,
    present: null,
    phase: null,
    generation: { kind: 'process', id: '', pid: 5, start_ticks: 1, boot_id: BOOT } as const,
    adopted: false,
    devices: [],
    floor: {},
  };
  const view = {
    input: { engine: engineDefinition('llamacpp'), goal: { kind: 'setting', wanted, capacity: null } },
    facts: { ...known, ...facts },
    now: 0,
    since: 0,
  } as unknown as View;
  const lines = log.map((text, i) => ({ text, line: i + 1, offset: 0 }));
  const answers = {
    life: { alive: false, exit, members: [], restarts: restarts ?? null },
    log: { lines, cursor: 0, readable: true, file: '/runs/server.log' },
    machine: { boot_id: boot },
    port: { port: 8080, listeners, bind: listeners.length > 0 ? 'held' : 'free', bind_error: null },
  };
  return autopsy(
    view,
    new Map(
      Object.entries(answers).map(([tag, value]): [string, Answer] => [tag, { ok: true, value, took_ms: 0 }]),
    ),
  );
}

describe('a host that was booted again under a load', () => {
  test('is told as that, whatever systemd started since', () => {
    const fault = autopsyOf({ exit: null, restarts: 1, boot: '18d5764e', facts: { phase: 'weights' } });
    expect(fault).toMatchObject({
      name: 'exited',
      class: 'crashed',
      message: 'the host was booted again while the server was waited for (phase weights)',
      data: { cause: 'unknown', boots: { before: BOOT, now: '18d5764e' } },
    });
  });
});

describe('a server that was started again while it loaded', () => {
  test('is in a loop of restarts, with what its log says of the cause', () => {
    const fault = autopsyOf({ log: [MISSING], restarts: 2 });
    expect(fault).toMatchObject({ name: 'restart-loop', data: { restarts: 2, cause: 'weights-missing' } });
  });

  test('without a cause the advice is that of the loop', () => {
    expect(autopsyOf({ restarts: 1 }).hint).toContain('switch that off for trials');
  });

  test('also where how it ended is not known any more', () => {
    expect(autopsyOf({ exit: null, restarts: 1 })).toMatchObject({
      name: 'restart-loop',
      class: 'crashed',
      data: { restarts: 1, code: null },
    });
  });

  test('under a manager that leaves it alone has only ended', () => {
    expect(autopsyOf({ restarts: 0 }).name).toBe('exited');
  });
});

describe('why a server ended', () => {
  test('a file of the base command that is missing: the machine is at fault', () => {
    const fault = autopsyOf({ log: [MISSING] });
    expect(fault).toMatchObject({
      class: 'environment',
      scope: 'run',
      data: { cause: 'weights-missing', code: 1 },
    });
    expect(fault.evidence).toEqual([{ kind: 'log', text: MISSING, file: '/runs/server.log', line: 1 }]);
  });

  test('the same file as a value of the setting: the setting is invalid, and nothing is tried again', () => {
    const wanted = [{ parameter: 'model', flag: '-m', env: null, wanted: '/m/x.gguf', report: null }];
    expect(autopsyOf({ log: [MISSING], wanted })).toMatchObject({
      class: 'invalid-setting',
      scope: 'setting',
      retry: { max: 0 },
      data: { cause: 'weights-missing' },
    });
  });

  test('a silent end while a stranger has the port: port-held by that process', () => {
    const fault = autopsyOf({ listeners: [STRANGER] });
    expect(fault).toMatchObject({
      class: 'control',
      data: { cause: 'port-held', pid: 77, user: 'someone', command: 'python3 -m http.server' },
    });
    expect(fault.message).toContain('port 8080 is held by pid 77, user someone');
    expect(fault.evidence).toMatchObject([{ kind: 'listener' }]);
  });

  test.each<[string, Scene]>([
    ['a line of the log says something else', { log: ['0.00.010.000 E srv load_model: something broke'] }],
    ['a signal ended it', { exit: { code: null, signal: 'SIGKILL' } }],
    ['it was seen on the port before', { facts: { listener: { pid: 5, inode: '4' } } }],
  ])('a stranger on the port explains nothing where %s', (_why, scene) => {
    expect(autopsyOf({ ...scene, listeners: [STRANGER] }).data).toMatchObject({ cause: 'unknown' });
  });

  test('a member that outlived its leader is no stranger', () => {
    const member = { pid: 77, start_ticks: 7, ppid: 1, state: 'S', user: 'someone', command: '' };
    const life = {
      alive: true,
      exit: null,
      members: [member],
      rss_bytes: null,
      cpu_ticks: null,
      io_bytes: null,
      restarts: null,
    };
    expect(autopsyOf({ listeners: [STRANGER], facts: { life } }).data).toMatchObject({ cause: 'unknown' });
  });
});
