import type { Bytes, EpochMilliseconds, Milliseconds } from '../core/units.ts';
import type { FaultBook } from './faults/book.ts';

/**
 * The simulated machine as its parts see each other: the kernel (processes, ports, files), the devices, the service
 * manager and the programs that run on it. Everything happens at a simulated time; nothing here waits.
 */
export interface Machine {
  readonly time: SimTime;
  readonly random: Random;
  readonly kernel: Kernel;
  readonly devices: Devices;
  readonly files: Files;
  readonly faults: FaultBook;
}

/** Simulated time. What was scheduled runs before anything is read at or after its moment, in order of time. */
export interface SimTime {
  /** Since the machine was first switched on; goes on over a reboot. */
  now(): Milliseconds;
  wall(): EpochMilliseconds;
  at(moment: Milliseconds, run: () => void): Cancel;
  after(delay: Milliseconds, run: () => void): Cancel;
  /** Until cancelled, events run by themselves at their moments; else only when something is read or called. */
  hold(): Cancel;
}

export type Cancel = () => void;

/** Seeded. `fork` gives a stream of its own, so that one part's draws never shift another's. */
export interface Random {
  /** In [0, 1). */
  uniform(): number;
  /** Mean 0, standard deviation 1. */
  normal(): number;
  exponential(mean: number): number;
  /** In [0, below). */
  integer(below: number): number;
  fork(name: string): Random;
}

export type CatchableSignal = 'TERM' | 'INT' | 'HUP' | 'QUIT';
export type Signal = CatchableSignal | 'KILL' | 'STOP' | 'CONT';

export interface Exit {
  readonly code: number | null;
  readonly signal: Signal | null;
}

/** What a process does. One object for each process. */
export interface Program {
  start(self: Self): void;
  /** True: handled. Absent or false: the signal's default action ends the process. */
  signal?(signal: CatchableSignal): boolean;
  /** The process has ended, whatever ended it; its ports, children's parent link and device memory are seen to. */
  ended?(exit: Exit): void;
}

export interface SpawnOptions {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly uid: number;
  readonly user: string;
  /** 1: the child of init. */
  readonly parent: number;
  readonly session: 'same' | 'new';
  /** As in /proc/PID/cgroup, for example `/system.slice/sglang-k26.service`. */
  readonly cgroup: string;
  readonly program: Program;
  /** Takes what the process and its children write. */
  readonly output: (text: string) => void;
  readonly exited?: (exit: Exit) => void;
}

/** A living process as its own program sees it. */
export interface Self {
  readonly pid: number;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly start_ticks: number;
  readonly cgroup: string;
  /** stdout and stderr. */
  write(text: string): void;
  /** A child that inherits user, cwd, environment, cgroup and output. */
  fork(argv: readonly string[], program: Program, options?: { readonly session?: 'same' | 'new' }): Self;
  exit(code: number): void;
  /** Ends this process by a signal to itself, as SGLang's own kill_process_tree does. */
  die(signal: Signal): void;
  /** Signals another process; nothing happens where it is gone. */
  kill(pid: number, signal: Signal): void;
  listen(port: number, handler: HttpHandler, options?: ListenOptions): Listening;
  /** False: out of memory on that device, and nothing was taken. */
  allocate(device: number, bytes: Bytes): boolean;
  release(device: number, bytes: Bytes): void;
  /** From now on: resident memory, and how much CPU time and I/O go by in a second. */
  use(usage: Usage): void;
  /** From now on it sits in the driver: state D, and no signal reaches it. */
  hang(): void;
  readonly alive: boolean;
}

export interface Usage {
  readonly rss_bytes?: Bytes;
  readonly cpu_per_s?: number;
  readonly read_bytes_per_s?: Bytes;
}

export interface ListenOptions {
  readonly address?: string;
  /** Bound and never listening: no table shows it, connections are refused, a trial bind says EADDRINUSE. */
  readonly bound_only?: boolean;
  readonly reuse_port?: boolean;
}

export type Listening =
  | { readonly ok: true; close(): void }
  | { readonly ok: false; readonly errno: 'EADDRINUSE' };

export interface SimRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `head` once, then `write`, then `end`; or `reset`, which breaks the connection. A closed answer takes nothing more. */
export interface SimAnswer {
  head(status: number, headers: Readonly<Record<string, string>>): void;
  write(text: string): void;
  end(): void;
  reset(): void;
  /** Called once if the client goes away first. */
  onAbort(run: () => void): void;
}

/** What the client of an exchange is told, at the simulated moment at which it happens and never from inside `open`. */
export interface ExchangeListener {
  head(status: number, headers: Readonly<Record<string, string>>): void;
  data(text: string): void;
  end(): void;
  /** No answer, or no whole one: ECONNREFUSED, ECONNRESET. */
  failed(error: string): void;
}

/** Takes one request. It may answer at once or later; while it does not, the client waits. */
export type HttpHandler = (request: SimRequest, answer: SimAnswer) => void;

export interface ProcessView {
  readonly pid: number;
  readonly ppid: number;
  readonly start_ticks: number;
  readonly state: 'R' | 'S' | 'D' | 'T' | 'Z';
  readonly session: number;
  readonly uid: number;
  readonly user: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly cgroup: string;
}

/** Who holds a connection, and whether a request of theirs is being answered over it. */
export interface SimClient {
  readonly address: string;
  /** A process of this machine; null: the client is elsewhere. */
  readonly pid: number | null;
  readonly asks: boolean;
}

export interface Kernel {
  readonly boot_id: string;
  readonly hostname: string;
  /** Milliseconds of simulated time at which the present boot began. */
  readonly booted_at: Milliseconds;
  spawn(options: SpawnOptions): Self;
  kill(pid: number, signal: Signal): boolean;
  process(pid: number): ProcessView | null;
  processes(): readonly ProcessView[];
  inCgroup(cgroup: string): readonly ProcessView[];
  /** Everything dies at once, `/run` is emptied, the boot id changes; then the manager is told to begin again. */
  reboot(): void;
  /** One HTTP exchange, as a client of the machine itself; time is held until its end. The result ends it early. */
  open(address: string, port: number, request: SimRequest, listener: ExchangeListener): Cancel;
  /** A connection that somebody else holds to whoever listens there; nothing where nobody does. The result closes it. */
  connect(address: string, port: number, client: SimClient): Cancel;
  onBoot(run: () => void): void;
}

export interface DeviceView {
  readonly index: number;
  readonly uuid: string;
  /** As nvidia-smi writes it, for example `00000000:61:00.0`. */
  readonly bus_id: string;
  readonly name: string;
  readonly total_bytes: Bytes;
  /** Used as the driver reports it: the driver's own floor, living processes, and what is not yet given back. */
  readonly used_bytes: Bytes;
  /** Vanished devices are absent from every list, and `allocate` on them fails. */
  readonly present: boolean;
  readonly holders: readonly { readonly pid: number; readonly used_bytes: Bytes; readonly command: string }[];
}

/**
 * Device memory. A process that ends vanishes from `holders` at once; its memory comes back later and unevenly: each
 * device drains on its own, exponentially (mean about 8 s after a SIGKILL, faster after an orderly end), with a tail
 * of up to a minute.
 */
export interface Devices {
  readonly count: number;
  read(): readonly DeviceView[];
  /** What a new process could really take: less than `total - used` where something is hidden from the report. */
  free(device: number): Bytes;
}

/** The file system, in memory. Paths are absolute; folders come into being with their files. */
export interface Files {
  read(path: string): string | null;
  write(path: string, text: string): void;
  remove(path: string): boolean;
  /** Names of a folder's direct children, sorted; empty where there is none. */
  list(folder: string): readonly string[];
}
