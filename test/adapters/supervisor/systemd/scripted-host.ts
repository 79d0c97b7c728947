import { SystemdSupervisor } from '../../../../src/adapters/supervisor/systemd/supervisor.ts';
import type { GroupProcess, Host, ProcessRow, RunResult } from '../../../../src/ports/host.ts';

export const UNIT = 'llm.service';
export const OWN_FILE = `/etc/systemd/system/${UNIT}`;
export const DROP_IN = `/run/systemd/system/${UNIT}.d/zz-holdpoint.conf`;
export const BOOT = 'b0071d00-0000-4000-8000-000000000000';
const GROUP = `/system.slice/${UNIT}`;

type Answer = Partial<Pick<RunResult, 'code' | 'stdout' | 'stderr' | 'timed_out'>>;

/**
 * A host with one unit whose tools answer from a script: files, processes and properties are set by the test, and what
 * was run is kept. It knows nothing of how systemd behaves: the texts are those that a real one printed.
 */
export class ScriptedHost {
  readonly files = new Map<string, string>();
  readonly modes = new Map<string, number>();
  readonly processes = new Map<number, ProcessRow>();
  readonly environments = new Map<number, Readonly<Record<string, string>>>();
  readonly ran: string[] = [];
  /** Properties of the unit, over those of one that has never run. */
  properties: Record<string, string> = {};
  journal = '';
  /** Of whoever asks. */
  uid = 0;
  /** What happens when `systemctl VERB` (or `journalctl`) is run, and what it answers; null: rc 0 and nothing. */
  on: Record<string, (words: readonly string[]) => Answer | null> = {};

  readonly host = {
    identity: async () => ({ boot_id: BOOT, uid: this.uid, user: this.uid === 0 ? 'root' : 'bench' }),
    process: async (pid: number) => this.processes.get(pid) ?? null,
    environment: async (pid: number) => this.environments.get(pid) ?? null,
    controlGroup: async (group: string) => this.#group(group),
    file: async (path: string) =>
      this.files.has(path) ? { kind: 'file', mode: 0o755, real_path: path } : null,
    readText: async (path: string, max: number) => this.files.get(path)?.slice(0, max) ?? null,
    list: async (folder: string) => this.#list(folder),
    writeText: async (path: string, text: string, mode = 0o644) => {
      this.ran.push(`write ${path}`);
      this.modes.set(path, mode);
      this.files.set(path, text);
    },
    remove: async (path: string) => {
      this.ran.push(`remove ${path}`);
      return this.files.delete(path);
    },
    run: async (argv: readonly string[]) => this.#run(argv),
  } as unknown as Host;

  constructor(unit: string) {
    this.files.set(OWN_FILE, unit);
  }

  supervisor(): SystemdSupervisor {
    return new SystemdSupervisor({
      host: this.host,
      boot_id: BOOT,
      unit: UNIT,
      scope: 'system',
      tools: { systemctl: '/usr/bin/systemctl', journalctl: '/usr/bin/journalctl' },
      home: '/root',
      runtime_folder: '/run',
      log_copy: this.copy,
    });
  }

  readonly copies = new Map<string, string>();
  readonly copy = {
    size: async (file: string) => Buffer.byteLength(this.copies.get(file) ?? ''),
    append: async (file: string, text: string) => {
      this.copies.set(file, (this.copies.get(file) ?? '') + text);
    },
  };

  /** The unit runs as this main process, alone in its control group. */
  runs(
    pid: number,
    argv: readonly string[],
    env: Readonly<Record<string, string>>,
    invocation: string,
  ): void {
    this.processes.set(pid, row(pid, argv));
    this.environments.set(pid, env);
    this.files.set(`/sys/fs/cgroup${GROUP}/cgroup.procs`, `${pid}\n`);
    Object.assign(this.properties, {
      ActiveState: 'active',
      SubState: 'running',
      MainPID: String(pid),
      ExecMainPID: String(pid),
      ExecMainCode: '0',
      ExecMainStatus: '0',
      ControlGroup: GROUP,
      InvocationID: invocation,
      Result: 'success',
    });
  }

  /** Its processes are gone, and the manager says so. */
  ended(properties: Readonly<Record<string, string>>): void {
    this.processes.clear();
    this.files.delete(`/sys/fs/cgroup${GROUP}/cgroup.procs`);
    Object.assign(this.properties, { MainPID: '0', ControlGroup: '', ...properties });
  }

  /** As a reload makes it: the drop-ins that are there are loaded, and the last command counts. */
  reload(command: readonly string[]): void {
    const ours = this.files.get(DROP_IN);
    this.properties['DropInPaths'] = ours === undefined ? '' : DROP_IN;
    this.properties['Restart'] = ours === undefined ? 'always' : 'no';
    this.properties['Environment'] = [...(ours ?? '').matchAll(/^Environment=(.*)$/gm)]
      .map(([, words]) => words?.replaceAll('%%', '%'))
      .join(' ');
    this.properties['ExecStart'] =
      `{ path=${command[0]} ; argv[]=${command.join(' ')} ; ignore_errors=no ; start_time=[n/a] ; pid=0 }`;
  }

  #group(group: string): GroupProcess[] | null {
    const text = this.files.get(`/sys/fs/cgroup${group}/cgroup.procs`);
    if (text === undefined) return null;
    const rows = text.split('\n').flatMap((pid) => this.processes.get(Number(pid)) ?? []);
    return rows.filter((row) => row.state !== 'Z').map((row) => ({ ...row, io_bytes: 2 }));
  }

  #list(folder: string): string[] | null {
    const names = [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`));
    return names.length === 0 ? null : names.map((path) => path.slice(folder.length + 1));
  }

  #run(argv: readonly string[]): RunResult {
    const [tool = '', ...words] = argv;
    this.ran.push([tool.split('/').at(-1), ...words].join(' '));
    const verb = tool.endsWith('journalctl') ? 'journalctl' : (words[0] ?? '');
    const scripted = this.on[verb]?.(words) ?? {};
    const stdout = verb === 'show' ? this.#show(words) : verb === 'journalctl' ? this.journal : '';
    return { argv, code: 0, signal: null, stdout, stderr: '', timed_out: false, took_ms: 1, ...scripted };
  }

  #show(words: readonly string[]): string {
    const keys = (words[2] ?? '').split(',');
    return keys.map((key) => `${key}=${this.properties[key] ?? NEVER_RAN[key] ?? ''}\n`).join('');
  }
}

const NEVER_RAN: Readonly<Record<string, string>> = {
  Id: UNIT,
  LoadState: 'loaded',
  ActiveState: 'inactive',
  SubState: 'dead',
  Result: 'success',
  Type: 'simple',
  Restart: 'always',
  FragmentPath: OWN_FILE,
  MainPID: '0',
  ExecMainPID: '0',
  ExecMainCode: '0',
  ExecMainStatus: '0',
  ExecMainStartTimestampMonotonic: '0',
  NRestarts: '0',
  StandardOutput: 'journal',
  StandardError: 'inherit',
};

export function row(pid: number, argv: readonly string[], state = 'S'): ProcessRow {
  return {
    pid,
    ppid: 1,
    start_ticks: pid * 10,
    state,
    session: pid,
    uid: 0,
    user: 'root',
    argv,
    rss_bytes: 1000,
    cpu_ticks: 5,
  };
}
