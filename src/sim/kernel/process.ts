import type { Bytes } from '../../core/units.ts';
import type {
  Exit,
  HttpHandler,
  Listening,
  ListenOptions,
  ProcessView,
  Program,
  Self,
  Signal,
  SpawnOptions,
  Usage,
} from '../machine.ts';
import type { Accounting } from './accounting.ts';
import type { Exchange } from './exchange.ts';

/** What a process asks of its kernel. */
export interface SystemCalls {
  fork(parent: SimProcess, argv: readonly string[], program: Program, session: 'same' | 'new'): SimProcess;
  end(process: SimProcess, exit: Exit): void;
  kill(pid: number, signal: Signal): boolean;
  listen(process: SimProcess, port: number, handler: HttpHandler, options: ListenOptions): Listening;
  allocate(process: SimProcess, device: number, bytes: Bytes): boolean;
  release(process: SimProcess, device: number, bytes: Bytes): void;
  use(process: SimProcess, usage: Usage): void;
}

/** One process. What a program does after its end has no effect. */
export class SimProcess implements Self {
  readonly pid: number;
  readonly start_ticks: number;
  readonly session: number;
  readonly options: SpawnOptions;
  readonly accounting: Accounting;
  /** Open HTTP exchanges that this process answers. */
  readonly exchanges = new Set<Exchange>();
  parent: number;
  alive = true;
  readonly #calls: SystemCalls;
  #stopped = false;
  #hung = false;
  #waiting: (() => void)[] = [];

  constructor(
    calls: SystemCalls,
    identity: Pick<SimProcess, 'pid' | 'start_ticks' | 'session' | 'options' | 'accounting'>,
  ) {
    this.#calls = calls;
    this.pid = identity.pid;
    this.start_ticks = identity.start_ticks;
    this.session = identity.session;
    this.options = identity.options;
    this.accounting = identity.accounting;
    this.parent = identity.options.parent;
  }

  get argv(): readonly string[] {
    return this.options.argv;
  }

  get env(): Readonly<Record<string, string>> {
    return this.options.env;
  }

  get cgroup(): string {
    return this.options.cgroup;
  }

  get uid(): number {
    return this.options.uid;
  }

  get hung(): boolean {
    return this.#hung;
  }

  write(text: string): void {
    if (!this.alive) return;
    this.accounting.wrote(text.length);
    this.options.output(text);
  }

  fork(argv: readonly string[], program: Program, options: { readonly session?: 'same' | 'new' } = {}): Self {
    return this.#calls.fork(this, argv, program, options.session ?? 'same');
  }

  exit(code: number): void {
    this.#calls.end(this, { code, signal: null });
  }

  die(signal: Signal): void {
    this.#calls.end(this, { code: null, signal });
  }

  kill(pid: number, signal: Signal): void {
    if (this.alive) this.#calls.kill(pid, signal);
  }

  listen(port: number, handler: HttpHandler, options: ListenOptions = {}): Listening {
    return this.#calls.listen(this, port, handler, options);
  }

  allocate(device: number, bytes: Bytes): boolean {
    return this.alive && this.#calls.allocate(this, device, bytes);
  }

  release(device: number, bytes: Bytes): void {
    if (this.alive) this.#calls.release(this, device, bytes);
  }

  use(usage: Usage): void {
    if (this.alive) this.#calls.use(this, usage);
  }

  hang(): void {
    this.#hung = true;
  }

  /** Now, or when the process is continued; never where it ends before. */
  whenRunning(run: () => void): void {
    if (!this.alive) return;
    if (this.#stopped) this.#waiting.push(run);
    else run();
  }

  stop(): void {
    this.#stopped = true;
  }

  continue(): void {
    this.#stopped = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const run of waiting) this.whenRunning(run);
  }

  #state(): ProcessView['state'] {
    if (this.#hung) return 'D';
    if (this.#stopped) return 'T';
    return this.accounting.busy() ? 'R' : 'S';
  }

  view(): ProcessView {
    const { argv, env, cwd, uid, user, cgroup } = this.options;
    const state = this.#state();
    const { pid, parent: ppid, start_ticks, session } = this;
    return { pid, ppid, start_ticks, state, session, uid, user, argv, env, cwd, cgroup };
  }
}
