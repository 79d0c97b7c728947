import type { Bytes, Milliseconds, StartTicks } from '../core/units.ts';

/** One row of the process table. `uid` and `command` are foreign text and numbers: never trusted for identity. */
export interface ProcessRow {
  readonly pid: number;
  readonly ppid: number;
  readonly start_ticks: StartTicks;
  readonly state: string;
  readonly session: number;
  readonly uid: number;
  readonly user: string;
  readonly argv: readonly string[];
  /** Resident memory. null: unreadable. */
  readonly rss_bytes: Bytes | null;
  /** user + system CPU time in clock ticks. */
  readonly cpu_ticks: number;
}

/** A process of a control group. */
export interface GroupProcess extends ProcessRow {
  /** Bytes read from and written to storage so far; null: unreadable. */
  readonly io_bytes: Bytes | null;
}

/** Who holds a TCP port. `pid` null: the socket's owner cannot be read (other user's process without the right). */
export interface PortHolder {
  readonly pid: number | null;
  readonly start_ticks: StartTicks | null;
  readonly uid: number;
  readonly user: string;
  readonly command: string;
  readonly inode: string;
  readonly address: string;
}

export interface PortState {
  readonly port: number;
  /** One row per (socket inode, owning pid). Two inodes on one address = SO_REUSEPORT. */
  readonly listeners: readonly PortHolder[];
  /**
   * Result of a trial bind on the address that the client uses: `free`; `held` (EADDRINUSE, also by a socket that is
   * bound and does not listen, which no table shows); `unknown` with the errno text.
   */
  readonly bind: 'free' | 'held' | 'unknown';
  readonly bind_error: string | null;
}

/**
 * One established TCP connection of somebody else's to a port of this machine. A connection is no request: clients keep
 * theirs open between two. What the machine does not say of it is null.
 */
export interface ClientConnection {
  /** The client's end. */
  readonly address: string;
  readonly port: number;
  /** The client runs on this machine. `pid` null: it does not, or its owner cannot be read. */
  readonly local: boolean;
  readonly pid: number | null;
  readonly user: string | null;
  readonly command: string;
  /** Bytes that one end has sent and the other has not taken yet, both ways together. */
  readonly queued_bytes: Bytes;
  /** Since data last went either way. */
  readonly idle_ms: Milliseconds | null;
  /** The last data went to the server: it has something that it has not begun to answer. */
  readonly unanswered: boolean | null;
}

export interface RunOptions {
  readonly timeout_ms?: Milliseconds;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface RunResult {
  readonly argv: readonly string[];
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** True: the time was over; the process was killed, or left behind where it could not be. */
  readonly timed_out: boolean;
  readonly took_ms: Milliseconds;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange. */
  readonly timeout_ms: Milliseconds;
  /** Ends it before that: the connection is closed, `error` is ABORTED. */
  readonly signal?: AbortSignal;
}

/** `status` null: no answer; `error` says why in one word (ECONNREFUSED, ECONNRESET, TIMEOUT, ABORTED, TOO_BIG, TLS, ...). */
export interface HttpResponse {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly error: string | null;
  readonly took_ms: Milliseconds;
}

export interface HostIdentity {
  readonly hostname: string;
  readonly boot_id: string;
  readonly uid: number;
  readonly user: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memory_bytes: Bytes;
  readonly kernel: string;
}

export interface FileFacts {
  readonly path: string;
  readonly real_path: string;
  readonly kind: 'file' | 'directory' | 'other';
  readonly size_bytes: Bytes;
  /** Room that it takes, which holes in it do not. Absent: not known. */
  readonly allocated_bytes?: Bytes;
  readonly mtime_ns: string;
  readonly inode: string;
  readonly uid: number;
  readonly mode: number;
}

/**
 * The machine on which the server runs. Every method reads the present; nothing is cached.
 *
 * Errors: FaultError with `probe-failed`, `probe-hung` or `permission`. A missing process or file is null, never an
 * error; what cannot be read is null or `unknown`, never 0.
 */
export interface Host {
  readonly kind: 'local';
  /** True: whatever comes from it is said to be simulated. */
  readonly simulated: boolean;
  identity(): Promise<HostIdentity>;
  processes(): Promise<readonly ProcessRow[]>;
  process(pid: number): Promise<ProcessRow | null>;
  /** The whole environment of a process; null: gone or unreadable. */
  environment(pid: number): Promise<Readonly<Record<string, string>> | null>;
  workingFolder(pid: number): Promise<string | null>;
  /** Bytes read and written by the process so far (from /proc/PID/io); null: unreadable. */
  io(pid: number): Promise<{ readonly read_bytes: Bytes; readonly write_bytes: Bytes } | null>;
  /**
   * Processes of a control group (as `ControlGroup=` of a unit names it) and of all groups within it, oldest first,
   * zombies left out: one look for what is watched four times a second. null: there is no such group, so no process is
   * left in it (or its tree cannot be found, which the caller must rule out while a process is known to live).
   */
  controlGroup(group: string): Promise<readonly GroupProcess[] | null>;
  /** Names of POSIX shared-memory objects (/dev/shm/...) that the process has open or mapped. */
  sharedMemory(pid: number): Promise<readonly string[]>;
  port(address: string, port: number): Promise<PortState>;
  /**
   * Who is connected to the server that a client of this address and port meets: one row for each established
   * connection. Those of the process that asks are left out.
   */
  connections(address: string, port: number): Promise<readonly ClientConnection[]>;
  memory(): Promise<{ readonly total_bytes: Bytes; readonly available_bytes: Bytes } | null>;
  file(path: string): Promise<FileFacts | null>;
  /** At most `max_bytes`, or null where there is no such file. */
  readText(path: string, max_bytes: Bytes): Promise<string | null>;
  /**
   * Replaces a file, whole or not at all, with mode 0644 if no other is given; the name that it has meanwhile does not end as the file does.
   * Its folder is made. Fault: `permission`, also where others could write the folder or a link leads there.
   */
  writeText(path: string, text: string, mode?: number): Promise<void>;
  /** Removes a file or an empty folder; false: there was none. Fault: as `writeText`. */
  remove(path: string): Promise<boolean>;
  /** Names in a folder, sorted; null: there is no such folder. */
  list(folder: string): Promise<readonly string[] | null>;
  http(request: HttpRequest): Promise<HttpResponse>;
  /** A short tool by absolute path, without a shell, environment built from nothing and LC_ALL=C. */
  run(argv: readonly string[], options?: RunOptions): Promise<RunResult>;
}
