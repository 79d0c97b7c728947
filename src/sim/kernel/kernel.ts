import type { Milliseconds } from '../../core/units.ts';
import type {
  Cancel,
  ExchangeListener,
  Exit,
  Kernel,
  ProcessView,
  Program,
  Random,
  Self,
  Signal,
  SimClient,
  SimRequest,
  SpawnOptions,
} from '../machine.ts';
import type { SimulatedTime } from '../time/simulated-time.ts';
import { Accounting, type Consumed, TICKS_PER_S } from './accounting.ts';
import { resolve } from './addresses.ts';
import { BOOT_MS, newBootId } from './boot.ts';
import { ClientConnections, type Connected } from './client-connections.ts';
import { Exchange } from './exchange.ts';
import { PortTable, type Socket } from './port-table.ts';
import { SimProcess, type SystemCalls } from './process.ts';
import type { ProcessMemory } from './process-memory.ts';
import { ProcessTable } from './process-table.ts';
import { deliver } from './signals.ts';

export interface KernelParts {
  readonly time: SimulatedTime;
  readonly random: Random;
  readonly memory: ProcessMemory;
  /** What a boot does to the files: those of /run and /tmp do not outlive it. */
  readonly forget: (folder: string) => void;
  readonly hostname: string;
}

const INIT: Program = { start() {}, signal: () => true };

/** Processes, sessions, control groups, signals and ports of the simulated machine. */
export class SimKernel implements Kernel {
  readonly hostname: string;
  readonly #parts: KernelParts;
  readonly #calls: SystemCalls;
  readonly #bootListeners: (() => void)[] = [];
  readonly #portListeners: (() => void)[] = [];
  readonly #connections = new ClientConnections();
  #ports: PortTable;
  #processes: ProcessTable;
  #boot_id: string;
  #booted_at: Milliseconds = 0;
  #up = true;

  constructor(parts: KernelParts) {
    this.#parts = parts;
    this.hostname = parts.hostname;
    this.#boot_id = newBootId(parts.random);
    this.#processes = new ProcessTable(parts.random, 2000 + parts.random.integer(2000));
    this.#ports = this.#noPorts();
    this.#calls = this.#systemCalls();
    this.#startInit();
  }

  get boot_id(): string {
    this.#parts.time.settle();
    return this.#boot_id;
  }

  get booted_at(): Milliseconds {
    this.#parts.time.settle();
    return this.#booted_at;
  }

  /** False from a reboot until the service manager begins. */
  get is_up(): boolean {
    this.#parts.time.settle();
    return this.#up;
  }

  spawn(options: SpawnOptions): Self {
    return this.#parts.time.enter(() => this.#create(options, this.#processes.nextPid()));
  }

  kill(pid: number, signal: Signal): boolean {
    return this.#parts.time.enter(() => this.#calls.kill(pid, signal));
  }

  process(pid: number): ProcessView | null {
    this.#parts.time.settle();
    return this.#processes.get(pid)?.view() ?? null;
  }

  processes(): readonly ProcessView[] {
    this.#parts.time.settle();
    return this.#processes.all().map((process) => process.view());
  }

  inCgroup(cgroup: string): readonly ProcessView[] {
    this.#parts.time.settle();
    return this.#processes.inGroup(cgroup).map((process) => process.view());
  }

  /** Of the members of exactly this group. */
  pidsIn(cgroup: string): readonly number[] {
    this.#parts.time.settle();
    return this.#processes.pidsIn(cgroup);
  }

  /** Control groups that have members. */
  cgroups(): readonly string[] {
    this.#parts.time.settle();
    return this.#processes.groups();
  }

  /** What a process has used so far; null: it is gone. */
  consumed(pid: number): Consumed | null {
    const now = this.#parts.time.now();
    return this.#processes.get(pid)?.accounting.read(now) ?? null;
  }

  /** Sockets that a client or a new listener of the address meets, bound ones too. */
  sockets(address: string, port: number): readonly Socket[] {
    this.#parts.time.settle();
    return this.#ports.at(address, port);
  }

  listening(): readonly Socket[] {
    this.#parts.time.settle();
    return this.#ports.listening();
  }

  /** Some process has a request that it has not answered to its end. */
  isAnswering(): boolean {
    return this.#processes.all().some((process) => process.exchanges.size > 0);
  }

  /** Called whenever a socket is bound or closed. */
  onPorts(run: () => void): void {
    this.#portListeners.push(run);
  }

  open(address: string, port: number, request: SimRequest, listener: ExchangeListener): Cancel {
    const exchange = new Exchange(this.#parts.time, listener);
    exchange.connect(request, () => this.#reach(address, port));
    return () => this.#parts.time.enter(() => exchange.cancel());
  }

  connect(address: string, port: number, client: SimClient): Cancel {
    const { time } = this.#parts;
    return time.enter(() => {
      const socket = this.#reach(address, port);
      return socket === null ? () => {} : this.#connections.open(socket, client, time.now());
    });
  }

  /** Of others, to whoever listens where a client of that address comes. */
  connections(address: string, port: number): readonly Connected[] {
    const sockets = this.sockets(address, port).filter((socket) => socket.listens);
    return this.#connections.to(sockets, (pid) => this.#processes.get(pid) !== null);
  }

  /** Nothing tells the service manager about its processes: it is gone as they are, and begins again after a while. */
  reboot(): void {
    const { time, random, memory, forget } = this.#parts;
    time.enter(() => {
      const before = this.#processes.all();
      this.#processes = new ProcessTable(random, 900 + random.integer(300));
      this.#ports = this.#noPorts();
      for (const process of before) this.#finish(process, { code: null, signal: 'KILL' });
      memory.reset();
      forget('/run');
      forget('/tmp');
      this.#boot_id = newBootId(random);
      this.#booted_at = time.now();
      this.#startInit();
      this.#up = false;
      time.after(BOOT_MS, () => {
        this.#up = true;
        for (const run of this.#bootListeners) run();
      });
    });
  }

  onBoot(run: () => void): void {
    this.#bootListeners.push(run);
  }

  #noPorts(): PortTable {
    return new PortTable(() => {
      for (const run of this.#portListeners) run();
    });
  }

  #startInit(): void {
    const argv = ['/sbin/init'];
    const root = { uid: 0, user: 'root', cwd: '/', env: {}, parent: 0, session: 'new' as const };
    this.#create({ ...root, argv, cgroup: '/init.scope', program: INIT, output() {} }, 1);
  }

  #create(options: SpawnOptions, pid: number): SimProcess {
    const now = this.#parts.time.now();
    const parent = this.#processes.get(options.parent);
    const process = new SimProcess(this.#calls, {
      pid,
      start_ticks: Math.floor(((now - this.#booted_at) / 1000) * TICKS_PER_S),
      session: options.session === 'new' || parent === null ? pid : parent.session,
      options,
      accounting: new Accounting(now),
    });
    if (parent === null && pid !== 1) process.parent = 1;
    this.#processes.add(process);
    options.program.start(process);
    return process;
  }

  #reach(address: string, port: number): Socket | null {
    const own = resolve(address, this.hostname);
    if (own === null) return null;
    const listening = this.#ports.at(own, port).filter((socket) => socket.listens);
    return listening[listening.length > 1 ? this.#parts.random.integer(listening.length) : 0] ?? null;
  }

  #end(process: SimProcess, exit: Exit): void {
    if (!process.alive) return;
    this.#processes.remove(process);
    this.#ports.closeAll(process);
    for (const child of this.#processes.all()) if (child.parent === process.pid) child.parent = 1;
    this.#finish(process, exit);
    process.options.exited?.(exit);
  }

  #finish(process: SimProcess, exit: Exit): void {
    process.alive = false;
    for (const exchange of process.exchanges) exchange.reset();
    this.#parts.memory.ended(process.pid, exit);
    process.options.program.ended?.(exit);
  }

  #systemCalls(): SystemCalls {
    const { time, memory } = this.#parts;
    return {
      fork: (parent, argv, program, session) => {
        const { exited: _, ...inherited } = parent.options;
        return this.#create(
          { ...inherited, argv, program, session, parent: parent.pid },
          this.#processes.nextPid(),
        );
      },
      end: (process, exit) => this.#end(process, exit),
      kill: (pid, signal) => {
        const process = this.#processes.get(pid);
        if (process === null) return false;
        deliver(process, signal, time.now(), (exit) => this.#end(process, exit));
        return true;
      },
      listen: (process, port, handler, options) => {
        const socket = this.#ports.bind(process, port, handler, options);
        if (socket === null) return { ok: false, errno: 'EADDRINUSE' };
        return { ok: true, close: () => this.#ports.close(socket) };
      },
      allocate: (process, device, bytes) =>
        memory.allocate({ pid: process.pid, command: process.argv[0] ?? '' }, device, bytes),
      release: (process, device, bytes) => memory.release(process.pid, device, bytes),
      use: (process, usage) => process.accounting.use(time.now(), usage),
    };
  }
}
