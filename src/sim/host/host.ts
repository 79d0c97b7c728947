import { FaultError, fault } from '../../core/fault.ts';
import { type Bytes, GiB, type Milliseconds } from '../../core/units.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  ClientConnection,
  FileFacts,
  GroupProcess,
  Host,
  HostIdentity,
  HttpRequest,
  HttpResponse,
  PortState,
  ProcessRow,
  RunOptions,
  RunResult,
} from '../../ports/host.ts';
import type { SimFiles } from '../files.ts';
import type { SimKernel } from '../kernel/kernel.ts';
import type { ProcessView } from '../machine.ts';
import type { SimulatedTime } from '../time/simulated-time.ts';
import { exchange } from './exchange.ts';
import { fileFacts } from './file-facts.ts';
import { groupProcesses } from './group-processes.ts';
import { hungTool } from './hung-tool.ts';
import { clientsOf, portState } from './port-state.ts';
import { runTool } from './run-tool.ts';
import type { Tool } from './tool.ts';
import { isCgroup, listCgroup, readVirtual } from './virtual-files.ts';

const MEMORY_BYTES: Bytes = 1536 * GiB;

/** What the system itself needs of it. */
const SYSTEM_BYTES: Bytes = 9 * GiB;

const TOOL_FOLDER = '/usr/bin';

interface HostParts {
  readonly time: SimulatedTime;
  readonly kernel: SimKernel;
  readonly files: SimFiles;
}

/** The simulated machine as the host port, seen by its root. */
export class SimHost implements Host {
  readonly kind = 'local';
  readonly simulated = true;
  readonly #parts: HostParts;
  readonly #clock: Clock;
  readonly #tools = new Map<string, Tool>();

  constructor(parts: HostParts, clock: Clock) {
    this.#parts = parts;
    this.#clock = clock;
  }

  /** Puts a program on the machine, in /usr/bin. */
  register(name: string, tool: Tool): void {
    this.#tools.set(name, tool);
    this.#parts.files.place(`${TOOL_FOLDER}/${name}`, { mode: 0o755, size_bytes: 1_048_576 });
  }

  async identity(): Promise<HostIdentity> {
    const { boot_id, hostname } = this.#machine.kernel;
    return {
      hostname,
      boot_id,
      uid: 0,
      user: 'root',
      cpu: 'AMD EPYC 9575F 64-Core Processor',
      cores: 128,
      memory_bytes: MEMORY_BYTES,
      kernel: '6.8.0-79-generic',
    };
  }

  async processes(): Promise<readonly ProcessRow[]> {
    return this.#machine.kernel.processes().map((view) => this.#row(view));
  }

  async process(pid: number): Promise<ProcessRow | null> {
    const view = this.#machine.kernel.process(pid);
    return view === null ? null : this.#row(view);
  }

  async environment(pid: number): Promise<Readonly<Record<string, string>> | null> {
    return this.#machine.kernel.process(pid)?.env ?? null;
  }

  async workingFolder(pid: number): Promise<string | null> {
    return this.#machine.kernel.process(pid)?.cwd ?? null;
  }

  async io(pid: number): Promise<{ readonly read_bytes: Bytes; readonly write_bytes: Bytes } | null> {
    const consumed = this.#machine.kernel.consumed(pid);
    if (consumed === null) return null;
    return { read_bytes: consumed.read_bytes, write_bytes: consumed.write_bytes };
  }

  async controlGroup(group: string): Promise<readonly GroupProcess[] | null> {
    return groupProcesses(this.#machine.kernel, group);
  }

  async sharedMemory(): Promise<readonly string[]> {
    return [];
  }

  async port(address: string, port: number): Promise<PortState> {
    return portState(this.#machine.kernel, address, port);
  }

  async connections(address: string, port: number): Promise<readonly ClientConnection[]> {
    const { kernel, time } = this.#machine;
    return clientsOf(kernel, address, port, time.now());
  }

  async memory(): Promise<{ readonly total_bytes: Bytes; readonly available_bytes: Bytes }> {
    const { kernel } = this.#machine;
    const resident = kernel.processes().map(({ pid }) => kernel.consumed(pid)?.rss_bytes ?? 0);
    const used = resident.reduce((sum, bytes) => sum + bytes, SYSTEM_BYTES);
    return { total_bytes: MEMORY_BYTES, available_bytes: Math.max(0, MEMORY_BYTES - used) };
  }

  async file(path: string): Promise<FileFacts | null> {
    this.#machine.time.settle();
    return fileFacts(this.#machine.files, (folder) => isCgroup(this.#machine.kernel, folder), path);
  }

  async readText(path: string, max_bytes: Bytes): Promise<string | null> {
    this.#machine.time.settle();
    const text = readVirtual(this.#machine.kernel, path) ?? this.#machine.files.read(path);
    if (text !== null) return beginning(text, max_bytes);
    if ((await this.file(path)) === null) return null;
    const evidence = [{ kind: 'file', text: 'EISDIR: illegal operation on a directory, read' }];
    throw new FaultError(fault('probe-failed', `${path} could not be read`, { evidence }));
  }

  async writeText(path: string, text: string, mode = 0o644): Promise<void> {
    this.#machine.time.enter(() => this.#machine.files.place(path, { text, mode }));
  }

  async remove(path: string): Promise<boolean> {
    return this.#machine.time.enter(() => this.#machine.files.remove(path));
  }

  async list(folder: string): Promise<readonly string[] | null> {
    this.#machine.time.settle();
    const virtual = listCgroup(this.#machine.kernel, folder);
    const names = virtual.length > 0 ? virtual : this.#machine.files.list(folder);
    return names.length > 0 ? names : null;
  }

  http(request: HttpRequest): Promise<HttpResponse> {
    return exchange(this.#parts.kernel, this.#clock, request);
  }

  async run(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    const find = (file: string): Tool | null =>
      this.#tools.get(file.slice(file.lastIndexOf('/') + 1)) ?? null;
    const { time, kernel } = this.#machine;
    const spawnHung = (hung: readonly string[], ms: Milliseconds | null): void =>
      hungTool(time, kernel, hung, ms);
    return runTool({ clock: this.#clock, time, find, spawnHung }, argv, options);
  }

  /** Fault: `probe-failed` while it boots, when there is nobody to ask. */
  get #machine(): HostParts {
    if (this.#parts.kernel.is_up) return this.#parts;
    throw new FaultError(fault('probe-failed', 'the host does not answer: it is down, or boots'));
  }

  #row(view: ProcessView): ProcessRow {
    const { pid, ppid, start_ticks, state, session, uid, user, argv } = view;
    const consumed = this.#machine.kernel.consumed(pid);
    const rss_bytes = consumed?.rss_bytes ?? null;
    const cpu_ticks = consumed?.cpu_ticks ?? 0;
    return { pid, ppid, start_ticks, state, session, uid, user, argv, rss_bytes, cpu_ticks };
  }
}

function beginning(text: string, bytes: Bytes): string {
  return text.length * 3 <= bytes ? text : Buffer.from(text).toString('utf8', 0, bytes);
}
