import type { MeasurementBody } from '../../src/core/documents/measurement.ts';
import { FaultError, fault } from '../../src/core/fault.ts';
import { type Definition, type Generation, type Member, sameGeneration } from '../../src/core/generation.ts';
import type { EngineCounters } from '../../src/core/metrics/counters.ts';
import type { JournalLine, JournalRecord } from '../../src/core/sweep/records.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { LoadRequest } from '../../src/ports/load.ts';
import type { Prepared } from '../../src/ports/supervisor.ts';
import type { Ports } from '../../src/run/ports.ts';
import { modelEngine } from './model-engine.ts';
import { DEVICE_FLOOR, MODEL_BOOT, type ModelProcess, type World } from './world.ts';

/** That each measurement takes. */
const OUR_TOKENS = 100;

export interface Disturbance {
  /** Port calls (counted over the whole history) that fail with `probe-failed`. */
  readonly failing: ReadonlySet<number>;
  /** Port calls or journal appends at which Holdpoint is killed. */
  readonly kills: ReadonlySet<number>;
  /** Latency of the n-th call, in ms. */
  latency(call: number): number;
}

/** What survives a kill: the disk. */
export interface Disk {
  lines: JournalLine[];
  readonly documents: Map<string, unknown>;
  unrestored: { run_id: string; dir: string; uid: number; since: string } | null;
}

/** The measurement that has just been begun, if a good one of the same key stands in the journal already. */
function measuredAgain(lines: readonly JournalLine[]): string | null {
  const last = lines.at(-1)?.record;
  if (last?.type !== 'measurement.begun') return 'a measurement that was not announced';
  const standing = new Map<string, string>();
  for (const { record } of lines) {
    if (record.type === 'measurement.ended' && record.void === null)
      standing.set(record.measurement.measurement_key, `${record.trial}/${record.start}`);
    if (record.type !== 'start.ended') continue;
    const kept = new Set(record.start.measurements.map((m) => m.measurement_key));
    for (const [key, where] of standing)
      if (where === `${record.trial}/${record.start.start}` && !kept.has(key)) standing.delete(key);
  }
  const where = standing.get(last.measurement_key);
  return where === undefined ? null : where;
}

/** A line whose wall time becomes text only where somebody reads it: that is seldom, and takes long. */
class ModelLine implements JournalLine {
  readonly seq: number;
  readonly mono_ms: number;
  readonly boot_id = MODEL_BOOT;
  readonly record: JournalRecord;
  readonly sum = '';
  readonly #wall: number;

  constructor(seq: number, clock: Clock, record: JournalRecord) {
    this.seq = seq;
    this.mono_ms = clock.now();
    this.record = record;
    this.#wall = clock.wall();
  }

  get wall(): string {
    return new Date(this.#wall).toISOString();
  }
}

/** The ten seconds in which traffic is watched are then a few long looks instead of forty that are all the same. */
const SLOW_COUNTERS_MS = 600;

/** So long what was witnessed before may still be believed. */
const USURPED_MS = 5_000;

/** All ports over the model world; every method counts as one call that may be slow, fail or be the last. */
export class ModelPorts {
  readonly ports: Ports;
  calls = 0;
  dead = false;
  /** Resolves where Holdpoint is killed; nothing of it runs on after that. */
  readonly killed: Promise<'killed'>;
  private kill: () => void = () => undefined;
  readonly world: World;
  private readonly disk: Disk;
  private readonly disturbance: Disturbance;
  private readonly followed: Generation[] = [];
  private prepared = 0;

  constructor(world: World, disk: Disk, disturbance: Disturbance, calls: number) {
    this.world = world;
    this.disk = disk;
    this.disturbance = disturbance;
    this.calls = calls;
    this.killed = new Promise((resolve) => {
      this.kill = () => resolve('killed');
    });
    this.ports = this.build();
  }

  /** One call: latency before, the chance to fail or to be killed. What the dead have asked is never answered. */
  private call<T>(act: () => T, mayFail = true, least_ms = 0): Promise<T> {
    return new Promise((resolve, reject) => {
      const n = this.calls;
      this.calls += 1;
      if (this.dead) return;
      if (this.disturbance.kills.has(n)) {
        this.dead = true;
        this.kill();
        return;
      }
      this.world.clock.alarm(Math.max(least_ms, this.disturbance.latency(n)), () => {
        if (this.dead) return;
        try {
          if (mayFail && this.disturbance.failing.has(n))
            throw new FaultError(fault('probe-failed', 'the model probe failed'));
          resolve(act());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  private present(): ModelProcess | null {
    const ours = [...this.followed].reverse();
    for (const generation of ours) {
      const process = this.world.find(generation);
      if (process !== null && this.world.members(generation).length > 0) return process;
    }
    return this.world.processes.find((p) => p.generation === '' && this.world.alive(p)) ?? null;
  }

  private build(): Ports {
    const { world } = this;
    return {
      clock: world.clock,
      credentials: { witnessed: false, headers: () => ({}), secrets: () => [] },
      engine_definition: modelEngine,
      host: {
        kind: 'local',
        simulated: true,
        identity: async () => ({
          hostname: 'model',
          boot_id: MODEL_BOOT,
          uid: 0,
          user: 'model',
          cpu: 'model',
          cores: 2,
          memory_bytes: 1,
          kernel: 'model',
        }),
        process: (pid: number) => this.call(() => this.row(pid)),
        file: async () => null,
        http: () => this.call(() => this.answer(), false),
        connections: () => this.call(() => []),
        port: (_address: string, port: number) =>
          this.call(() => {
            const listeners = world.listeners().map((p) => ({
              pid: p.pid,
              start_ticks: p.ticks,
              uid: 0,
              user: 'model',
              command: p.definition.argv.join(' '),
              inode: `${p.pid}`,
              address: '127.0.0.1',
            }));
            return { port, listeners, bind: listeners.length > 0 ? 'held' : 'free', bind_error: null };
          }),
      } as unknown as Ports['host'],
      supervisor: {
        kind: 'process',
        present: () => this.call(() => this.presentFacts()),
        prepare: (definition: Definition, log_file: string) =>
          this.call(() => {
            this.prepared += 1;
            return { definition, id: `g${world.starts}-${this.prepared}-${this.calls}`, log_file };
          }),
        start: (prepared: Prepared) => this.call(() => this.start(prepared)),
        release: (generation: Generation) =>
          this.call(() => {
            const process = world.find(generation);
            if (process !== null) Object.assign(process, { held: false, started_at: world.clock.now() });
          }),
        life: (generation: Generation) => this.call(() => this.life(generation)),
        signal: (generation: Generation, members: readonly Member[], signal: 'TERM' | 'KILL') =>
          this.call(() => this.signal(generation, members, signal), false),
        log: () => this.call(() => ({ lines: [], cursor: 0, readable: true, file: null })),
        follow: async (generation: Generation) => {
          this.followed.push(generation);
        },
      } as unknown as Ports['supervisor'],
      accelerator: {
        kind: 'host-memory',
        identity: async () => ({ driver: null, devices: [] }),
        read: (ours: readonly Member[]) =>
          this.call(() => [
            {
              id: 'gpu0',
              name: 'model device',
              used_bytes: world.usedMemory(),
              free_bytes: null,
              total_bytes: 80 * 1024 ** 3,
              holders: ours
                .filter(({ pid }) => world.processes.some((p) => p.pid === pid && world.alive(p)))
                .slice(0, 1)
                .map(({ pid }) => ({
                  pid,
                  user: 'model',
                  command: '',
                  used_bytes: world.usedMemory() - DEVICE_FLOOR,
                  ours: true,
                })),
              shared: false,
              objects: [],
            },
          ]),
      } as unknown as Ports['accelerator'],
      engine: {
        name: 'openai',
        state: () =>
          this.call(() => {
            const answering = world.listeners().at(-1);
            return answering === undefined
              ? { answer: 'refused', status: null, text: '' }
              : { answer: 'ready', status: 200, text: 'ok' };
          }),
        report: () =>
          this.call(() => ({
            documents: {
              argv: this.listening()?.definition.argv ?? [],
              serve: this.listening()?.script.serve ?? null,
            },
            model: 'm',
            version: '1',
          })),
        traffic: () => {
          // Counted when they are asked for: what takes long is only the answer.
          const running = this.listening()?.script.serve === 'foreign-load' && this.measuring ? 3 : 0;
          return this.call(() => ({ running, waiting: 0, source: 'model' }), true, SLOW_COUNTERS_MS);
        },
        counters: () => Promise.resolve(this.counters(this.listening())),
        generate: () => this.call(() => this.generate()),
      } as unknown as Ports['engine'],
      load: { measure: (request: LoadRequest) => this.measure(request) } as unknown as Ports['load'],
      lock: {
        acquire: async () => ({ names: [], release: async () => undefined }),
        holder: async () => null,
        unrestored: async () => this.disk.unrestored,
        markUnrestored: async (_n: string, mark: NonNullable<Disk['unrestored']>) => {
          this.disk.unrestored = mark;
        },
        clearUnrestored: async () => {
          this.disk.unrestored = null;
        },
      } as unknown as Ports['lock'],
      makeFolder: () => undefined,
      writeDocument: (_dir, name, value) => {
        this.disk.documents.set(name, value);
      },
      readDocument: (_dir, name) => (this.disk.documents.get(name) ?? null) as never,
      sealRun: () => false,
      scrubLogs: () => undefined,
      readJournal: async () => [],
      openJournal: async () => ({
        lines: [...this.disk.lines],
        journal: {
          file: 'events.jsonl',
          close: async () => undefined,
          append: (record) =>
            this.call(() => {
              const line = new ModelLine(this.disk.lines.length + 1, world.clock, record);
              this.disk.lines.push(line);
              return line;
            }, false),
        },
      }),
    };
  }

  private measuring = false;

  private listening(): ModelProcess | null {
    return this.world.listeners().at(-1) ?? null;
  }

  private row(pid: number) {
    const process = this.world.processes.find((p) => p.pid === pid && this.world.alive(p));
    if (process === undefined) return null;
    return { pid, ppid: 1, start_ticks: process.ticks, argv: process.definition.argv };
  }

  private presentFacts() {
    const process = this.present();
    if (process === null) return { generation: null, definition: null, members: [], ours: false };
    const generation = this.world.generation(process);
    const members = this.world.members(generation).map((p) => this.world.asMember(p));
    return { generation, definition: process.definition, members, ours: process.generation !== '' };
  }

  private start(prepared: Prepared): Generation {
    const { world } = this;
    const living = world.processes.filter((p) => !p.foreign && world.alive(p));
    // as a service manager: what runs already is not started again
    if (living.some((p) => p.usurper))
      throw new FaultError(fault('same-generation', 'the start did nothing: the service runs already'));
    if (living.length > 0) world.violated(`start while pid ${living[0]?.pid} lives`);
    if (world.usedMemory() > DEVICE_FLOOR + 0.01 * 80 * 1024 ** 3)
      world.violated(`start before release: ${world.usedMemory()} bytes in use`);
    const process = world.spawn(prepared.definition, world.script(), { id: prepared.id, held: true });
    const generation = world.generation(process);
    this.followed.push(generation);
    if (process.script.serve === 'stranger-answers' && process.script.load === 'ready') {
      world.spawn({ ...prepared.definition, argv: ['stranger'] }, process.script, {
        id: prepared.id,
        held: false,
        foreign: true,
        leader: false,
      });
    }
    return generation;
  }

  private life(generation: Generation) {
    const { world } = this;
    const process = world.find(generation);
    const members = world.members(generation).map((p) => world.asMember(p));
    const alive = process !== null && world.alive(process);
    const moving = process !== null && process.script.load !== 'stall';
    return {
      alive,
      exit: alive ? null : { code: 1, signal: null },
      members,
      rss_bytes: moving ? Math.round(world.clock.now() * 1e5) : 1e9,
      cpu_ticks: moving ? Math.round(world.clock.now()) : 5,
      io_bytes: moving ? Math.round(world.clock.now() * 1e5) : 1e6,
      restarts: null,
    };
  }

  private signal(generation: Generation, members: readonly Member[], signal: 'TERM' | 'KILL') {
    const { world } = this;
    const sent: number[] = [];
    for (const member of members) {
      const process = world.processes.find((p) => p.pid === member.pid && p.ticks === member.start_ticks);
      if (process === undefined || process.foreign) {
        world.violated(`signal outside the generation: pid ${member.pid}`);
        continue;
      }
      const own =
        process.generation === '' ||
        sameGeneration(world.generation(process), generation) ||
        process.generation === generation.id;
      if (!own) world.violated(`signal to another generation: pid ${member.pid}`);
      if (!world.alive(process)) continue;
      const young = world.clock.now() - process.started_at < world.load_limit_ms;
      if (world.isLoading(process) && young && !world.load_may_be_stopped)
        world.violated(`stop of a load that is moving: pid ${process.pid}`);
      sent.push(process.pid);
      if (signal === 'KILL') world.kill(process);
      else this.term(process);
    }
    return { signal, sent, gone: [], refused: [] };
  }

  private term(process: ModelProcess): void {
    const { world } = this;
    process.terms += 1;
    const { term } = process.script;
    if (term === 'ignores') return;
    if (term === 'second-term' && process.terms < 2) return;
    if (term === 'lost-while-loading' && world.isLoading(process)) return;
    world.kill(process);
  }

  private generate() {
    const process = this.listening();
    const none = {
      status: null,
      text: '',
      completion_tokens: 0,
      finish_reason: null,
      timings: null,
      timed_out: false,
    };
    if (process === null) return { ...none, error: 'ECONNREFUSED' };
    if (process.script.serve === 'error-500') return { ...none, status: 500, error: 'http-500' };
    process.generated += 1;
    const text =
      process.script.serve === 'garbage' ? ' 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1' : ' 1 2 3 4 5 6 7 8';
    return {
      status: 200,
      text,
      completion_tokens: 8,
      finish_reason: 'length',
      timings: null,
      error: null,
      timed_out: false,
    };
  }

  /** To every question the same. */
  private answer() {
    const { world } = this;
    const process = this.listening();
    const usurped = world.clock.now() - world.usurped_at < USURPED_MS;
    if (process === null) return { status: null, headers: {}, body: '', error: 'ECONNREFUSED', took_ms: 1 };
    if (!usurped && process.foreign) world.violated('a question to a server that is not ours');
    else if (!usurped && process.generated === 0) world.violated('a question without generating');
    const body = JSON.stringify({ choices: [{ message: { content: '7' }, finish_reason: 'stop' }] });
    return { status: 200, headers: {}, body, error: null, took_ms: 1 };
  }

  private async measure(request: LoadRequest) {
    const { world } = this;
    const process = this.listening();
    // what somebody has put in its place meanwhile is seen by the watcher of the measurement
    const usurped = world.clock.now() - world.usurped_at < USURPED_MS;
    if (!usurped && (process === null || process.foreign))
      world.violated('measurement of a server that is not ours');
    else if (!usurped && process?.generated === 0) world.violated('measurement without generating');
    const again = measuredAgain(this.disk.lines);
    if (again !== null) world.violated(`unplanned second measurement of ${again}`);
    this.measuring = true;
    await this.call(() => undefined, false);
    let left = 1500;
    while (left > 0 && !request.signal.aborted) {
      await world.clock.wait(500, request.signal);
      left -= 500;
      if (process !== null && left === 1000 && process.script.serve === 'dies-under-load')
        process.dead_at ??= world.clock.now();
      if (process !== null && left === 1000 && process.script.serve === 'restarts-itself')
        this.restartItself(process);
    }
    this.measuring = false;
    if (this.dead) return new Promise<never>(() => undefined);
    const none = { mean: 1, p50: 1, p95: null, p99: null };
    return {
      workload: request.point.workload.name,
      concurrency: request.point.concurrency,
      rate: null,
      requests: 8,
      ok: 8,
      failed: 0,
      outcomes: { ok: 8 },
      duration_s: 5,
      output_tokens: 100,
      output_tokens_per_s: 20,
      ttft_ms: none,
      itl_ms: none,
      tpot_ms: none,
      e2e_ms: none,
      acceptance_length: null,
      drafted_tokens: null,
      accepted_tokens: null,
      client: { ...this.client(process), ...threadsFor(request) },
      told_tokens: this.count(process),
      mismatch: null,
    };
  }

  private readonly counted = new Map<ModelProcess, number[]>();

  /** Adds one measurement to what the server counts, and gives what it told us of it. */
  private count(process: ModelProcess | null): number {
    if (process === null) return OUR_TOKENS;
    const before = this.counted.get(process) ?? [];
    const stray = process.script.stray?.[before.length] ?? 0;
    this.counted.set(process, [...before, OUR_TOKENS + stray]);
    return OUR_TOKENS;
  }

  private counters(process: ModelProcess | null): EngineCounters | null {
    if (process === null) return null;
    const counted = this.counted.get(process) ?? [];
    return {
      generated_tokens: counted.reduce((sum, tokens) => sum + tokens, 8),
      requests: null,
      verify_steps: null,
      drafted_tokens: null,
      accepted_tokens: null,
      looked_up_tokens: null,
      cached_tokens: null,
      preemptions: counted.length,
    };
  }

  private readonly lates = new Map<ModelProcess, number>();

  private client(process: ModelProcess | null): MeasurementBody['client'] {
    const before = process === null ? 0 : (this.lates.get(process) ?? 0);
    if (process === null || before >= (process.script.late ?? 0)) return { error_bound_ms: 0, verdict: 'ok' };
    this.lates.set(process, before + 1);
    return { error_bound_ms: 300, verdict: 'late', why: 'this process stood still for 300.0 ms' };
  }

  /** A child of the same generation takes over the port: another pid answers from then on. */
  private restartItself(process: ModelProcess): void {
    if (process.dead_at !== null) return;
    process.dead_at = this.world.clock.now();
    const child = this.world.spawn(
      process.definition,
      { ...process.script, serve: 'good', load_ms: 0, survivor: false },
      { id: process.generation, held: false },
    );
    child.generated = 1;
  }
}

/** As the real generator has more of them from try to try. */
function threadsFor({ late_tries = 0 }: LoadRequest): { readonly threads?: number } {
  return late_tries === 0 ? {} : { threads: 2 ** late_tries };
}
