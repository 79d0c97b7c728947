import os from 'node:os';
import { FaultError, fault } from '../../core/fault.ts';
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
import { readConnections } from './connections.ts';
import { readControlGroup } from './control-group.ts';
import { fileFacts, fileText } from './files.ts';
import { exchange } from './http.ts';
import { namesIn, removeOwned, writeOwned } from './owned-files.ts';
import { readPort } from './ports.ts';
import { parseEnvironment, parseIo, parseMemory, sharedMemoryName } from './proc.ts';
import { linkProc, listProc, readProc } from './proc-read.ts';
import { readProcess, readProcesses } from './process-table.ts';
import { runTool } from './run.ts';
import { userName } from './users.ts';

/** The machine that Holdpoint itself runs on. */
export class LocalHost implements Host {
  readonly kind = 'local';
  readonly simulated = false;
  readonly #ca: string | null;

  /** `ca`: certificates (PEM) that a server may show besides those that the machine trusts. */
  constructor(options: { readonly ca?: string } = {}) {
    this.#ca = options.ca ?? null;
  }

  async identity(): Promise<HostIdentity> {
    const boot = readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
    if (boot === '')
      throw new FaultError(fault('probe-failed', 'the boot id of this machine could not be read'));
    const uid = process.geteuid?.() ?? -1;
    return {
      hostname: os.hostname(),
      boot_id: boot,
      uid,
      user: userName(uid),
      cpu: os.cpus()[0]?.model.trim() ?? '',
      cores: os.cpus().length,
      memory_bytes: os.totalmem(),
      kernel: os.release(),
    };
  }

  async processes(): Promise<readonly ProcessRow[]> {
    return readProcesses();
  }

  async process(pid: number): Promise<ProcessRow | null> {
    return readProcess(pid);
  }

  async environment(pid: number): Promise<Readonly<Record<string, string>> | null> {
    const text = readProc(`/proc/${pid}/environ`);
    return text === null ? null : parseEnvironment(text);
  }

  async workingFolder(pid: number): Promise<string | null> {
    return linkProc(`/proc/${pid}/cwd`);
  }

  async io(pid: number): Promise<{ readonly read_bytes: number; readonly write_bytes: number } | null> {
    const text = readProc(`/proc/${pid}/io`);
    return text === null ? null : parseIo(text);
  }

  async controlGroup(group: string): Promise<readonly GroupProcess[] | null> {
    return readControlGroup(group);
  }

  async sharedMemory(pid: number): Promise<readonly string[]> {
    const opened = (listProc(`/proc/${pid}/fd`) ?? []).map((fd) => linkProc(`/proc/${pid}/fd/${fd}`) ?? '');
    const mapped = (readProc(`/proc/${pid}/maps`) ?? '').split('\n');
    const names = [...opened, ...mapped].flatMap((path) => sharedMemoryName(path) ?? []);
    return [...new Set(names)].sort();
  }

  port(address: string, port: number): Promise<PortState> {
    return readPort(address, port);
  }

  connections(address: string, port: number): Promise<readonly ClientConnection[]> {
    return readConnections(address, port);
  }

  async memory(): Promise<{ readonly total_bytes: number; readonly available_bytes: number } | null> {
    return parseMemory(readProc('/proc/meminfo') ?? '');
  }

  file(path: string): Promise<FileFacts | null> {
    return fileFacts(path);
  }

  readText(path: string, max_bytes: number): Promise<string | null> {
    return fileText(path, max_bytes);
  }

  writeText(path: string, text: string, mode?: number): Promise<void> {
    return writeOwned(path, text, mode);
  }

  remove(path: string): Promise<boolean> {
    return removeOwned(path);
  }

  list(folder: string): Promise<readonly string[] | null> {
    return namesIn(folder);
  }

  http(request: HttpRequest): Promise<HttpResponse> {
    return exchange(request, this.#ca);
  }

  async run(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    return runTool(argv, options);
  }
}
