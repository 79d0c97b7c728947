import type { Configuration } from '../../../src/core/config/configuration.ts';
import { llamacpp } from '../../../src/core/engine/llamacpp/index.ts';
import type { Definition, Member } from '../../../src/core/generation.ts';
import { GiB, HOUR, MINUTE, SECOND } from '../../../src/core/units.ts';
import type { Host, PortState, ProcessRow } from '../../../src/ports/host.ts';
import type { Present } from '../../../src/ports/supervisor.ts';
import type { Patient, Storage } from '../../../src/run/doctor/check.ts';
import type { Ports } from '../../../src/run/ports.ts';

export const configuration: Configuration = {
  version: 1,
  name: 'k26',
  file: '/etc/k26/holdpoint.yaml',
  folder: '/etc/k26',
  host: 'local',
  service: { kind: 'process', command: ['llama-server', '-m', 'model.gguf'], cwd: '/srv', env: {} },
  engine: 'llamacpp',
  endpoint: { url: 'http://127.0.0.1:8080', protocol: 'http:', address: '127.0.0.1', port: 8080 },
  auth: null,
  model: null,
  accelerator: { kind: 'host-memory', devices: null, floor: {} },
  parameters: [],
  constraints: [],
  settings: null,
  baseline: 'current',
  workloads: [],
  objective: {
    direction: 'maximize',
    metric: 'output_tokens_per_s',
    workload: 'code',
    concurrency: 1,
    where: [],
  },
  limits: {
    load_ms: null,
    quiet_ms: 10 * MINUTE,
    stop_ms: 120 * SECOND,
    release_ms: 180 * SECOND,
    drain_ms: 0,
    total_ms: 12 * HOUR,
  },
  window: null,
  hooks: {
    before_stop: [],
    drain: [],
    undrain: [],
    after_ready: [],
    fault: [],
    restored: [],
    restore_failed: [],
    end: [],
  },
  restore: 'original',
  tools: {},
};

export const definition: Definition = {
  argv: ['llama-server', '-m', 'model.gguf'],
  env: {},
  cwd: '/srv',
  env_complete: false,
};

export const member: Member = {
  pid: 4242,
  start_ticks: 7,
  ppid: 1,
  state: 'S',
  user: 'ai',
  command: 'llama-server -m model.gguf',
};

export const row: ProcessRow = {
  pid: 4242,
  ppid: 1,
  start_ticks: 7,
  state: 'S',
  session: 4242,
  uid: 1000,
  user: 'ai',
  argv: ['llama-server', '-m', 'model.gguf'],
  rss_bytes: GiB,
  cpu_ticks: 10,
};

export const running: Present = {
  generation: { kind: 'process', id: '', pid: 4242, start_ticks: 7, boot_id: 'boot' },
  definition,
  members: [member],
  ours: false,
};

export const absent: Present = { generation: null, definition: null, members: [], ours: false };

const free: PortState = { port: 8080, listeners: [], bind: 'free', bind_error: null };

/** A host on which everything is in order; a test changes what it is about. */
export function host(changes: Partial<Host> = {}): Host {
  return {
    kind: 'local',
    simulated: false,
    identity: async () => ({
      hostname: 'h',
      boot_id: 'boot',
      uid: 1000,
      user: 'ai',
      cpu: 'x',
      cores: 2,
      memory_bytes: 8 * GiB,
      kernel: '6',
    }),
    processes: async () => [row],
    process: async (pid) => (pid === row.pid ? row : null),
    environment: async () => ({ PATH: '/bin' }),
    workingFolder: async () => '/srv',
    io: async () => null,
    controlGroup: async () => null,
    sharedMemory: async () => [],
    port: async () => free,
    connections: async () => [],
    writeText: async () => {},
    remove: async () => false,
    list: async () => null,
    memory: async () => ({ total_bytes: 8 * GiB, available_bytes: 4 * GiB }),
    file: async (path) => ({
      path,
      real_path: path,
      kind: 'file',
      size_bytes: GiB,
      mtime_ns: '1',
      inode: '1',
      uid: 0,
      mode: 0o644,
    }),
    readText: async () => '\x7fELF',
    http: async () => ({ status: null, headers: {}, body: '', error: 'ECONNREFUSED', took_ms: 1 }),
    run: async (argv) => ({
      argv,
      code: 0,
      signal: null,
      stdout: 'version: 1 (build 1)\n',
      stderr: '',
      timed_out: false,
      took_ms: 1,
    }),
    ...changes,
  };
}

export function storage(changes: Partial<Storage> = {}): Storage {
  return {
    access: async () => 'ok',
    facts: async () => ({ uid: 1000, mode: 0o40700, directory: true }),
    freeBytes: async () => 100 * GiB,
    ...changes,
  };
}

export function ports(changes: Partial<Ports> = {}): Ports {
  const parts: Partial<Ports> = {
    host: host(),
    load: {
      measure: async () => {
        throw new Error('nothing is measured');
      },
    },
    engine_definition: llamacpp,
    supervisor: { present: async () => absent } as Ports['supervisor'],
    accelerator: {
      kind: 'host-memory',
      identity: async () => ({ driver: null, devices: [] }),
      read: async () => [
        {
          id: 'host',
          name: 'host memory',
          used_bytes: 4 * GiB,
          free_bytes: 4 * GiB,
          total_bytes: 8 * GiB,
          holders: [],
          shared: true,
          objects: [],
        },
      ],
    },
    engine: {
      name: 'llamacpp',
      state: async () => ({ answer: 'ready', status: 200, text: '{"status":"ok"}' }),
      report: async () => ({ documents: {}, model: 'tiny', version: 'b10434' }),
      traffic: async () => ({ running: 0, waiting: 0, source: '/slots' }),
      counters: async () => null,
      generate: async () => {
        throw new Error('doctor touches nothing');
      },
    },
    lock: {
      acquire: async () => {
        throw new Error('doctor touches nothing');
      },
      holder: async () => null,
      unrestored: async () => null,
      markUnrestored: async () => undefined,
      clearUnrestored: async () => undefined,
    },
    ...changes,
  };
  return parts as Ports;
}

export function patient(changes: Partial<Patient> = {}): Patient {
  return {
    configuration,
    ports: ports(),
    storage: storage({
      facts: async (path) => ({ uid: 1000, mode: 0o700, directory: !path.includes('llama-server') }),
    }),
    runs_dir: '/data/runs',
    lock_names: ['service:process:127.0.0.1:8080'],
    present: absent,
    definition,
    path: '/usr/local/bin:/usr/bin',
    ...changes,
  };
}
