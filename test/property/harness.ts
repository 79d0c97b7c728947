import { isDeepStrictEqual } from 'node:util';
import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import type { Configuration } from '../../src/core/config/configuration.ts';
import type { Definition } from '../../src/core/generation.ts';
import type { Plan, PlannedTrial, WorkloadPoint } from '../../src/core/plan/plan.ts';
import { sweepDocument } from '../../src/core/sweep/document.ts';
import type { JournalRecord } from '../../src/core/sweep/records.ts';
import { replay } from '../../src/core/sweep/replay.ts';
import type { RunRequest, RunResult, StoredRun } from '../../src/run/api.ts';
import type { OperatorRequest } from '../../src/run/operator.ts';
import { resumeRun } from '../../src/run/resume.ts';
import { runSweep } from '../../src/run/sweep.ts';
import { EVALUATION, judgeAnswers, SUITE } from './evaluated.ts';
import { type Disk, type Disturbance, ModelPorts } from './ports.ts';
import { type Script, World } from './world.ts';

export interface Schedule {
  readonly scripts: readonly Script[];
  readonly original: Script | null;
  readonly failing: readonly number[];
  readonly kills: readonly number[];
  readonly latencies: readonly number[];
  /** Virtual times of operator requests. */
  readonly interrupts: readonly number[];
  /** When somebody else starts the service anew, with what it runs by itself or with something else. */
  readonly usurpers?: readonly { readonly at: number; readonly own: boolean; readonly script: Script }[];
  /** How a killed run is taken up again. */
  readonly mode: 'resume' | 'restore';
  readonly restore: 'original' | 'best' | 'leave';
  /** The smaller plan. */
  readonly small?: boolean;
  /** Answers of every setting are judged before and after the load. */
  readonly evaluated?: boolean;
}

export interface Outcome {
  readonly violations: readonly string[];
  readonly result: RunResult | null;
  readonly disk: Disk;
  readonly world: World;
  /** Port calls and journal appends in all lives together. */
  readonly calls: number;
}

const SERVER = '/model/server';
/** Short limits: what happens in a wait happens in its first rounds and at its end, the rounds between repeat them. */
export const LOAD_LIMIT_MS = 2_500;

function trial(name: string, value: number): PlannedTrial {
  return {
    name,
    setting: { x: value },
    setting_id: name,
    definition: { argv: [SERVER, '--x', String(value)], env: {}, cwd: '/', env_complete: false },
    wanted: [{ parameter: 'x', flag: '--x', env: null, wanted: value, report: null }],
    diff: [],
    duplicate_of: null,
    rejected: null,
  };
}

const workload = {
  name: 'w',
  prompts: 'builtin:code',
  api: 'completions',
  concurrency: [1, 4],
  requests: 8,
  max_tokens: 8,
  temperature: 0,
  body: {},
  expect: null,
} as const;
const STRAY: Definition = { argv: [SERVER, '--x', '9'], env: {}, cwd: '/', env_complete: false };
const points: readonly WorkloadPoint[] = [1, 4].map((concurrency) => ({ workload, concurrency }));

const plan: Plan = {
  name: 'model',
  plan_id: 'plan',
  base: { argv: [SERVER, '--x', '0'], env: {}, cwd: '/', env_complete: false },
  trials: [trial('base', 0), trial('one', 1), trial('two', 2)],
  baseline: 'base',
  points,
  instrumentation: { argv: [], env: {} },
  touched: [],
  undo: [],
};

/** One other setting at one point: half the length, and most interleavings are there already. */
const SMALL: Plan = { ...plan, trials: plan.trials.slice(0, 2), points: points.slice(1) };

function planOf(schedule: Schedule): Plan {
  return schedule.small === true ? SMALL : plan;
}

function stored({ restore, evaluated = false }: Schedule, chosen: Plan): StoredRun {
  const configuration = {
    version: 1,
    name: 'model',
    folder: '/',
    file: '/holdpoint.yaml',
    service: { kind: 'process', command: [SERVER], cwd: '/', env: {} },
    endpoint: { url: 'http://127.0.0.1:8080', protocol: 'http:', address: '127.0.0.1', port: 8080 },
    model: 'm',
    accelerator: { kind: 'host-memory', devices: null, floor: {} },
    workloads: [workload],
    ...(evaluated ? { evaluation: EVALUATION } : {}),
    objective: {
      direction: 'maximize',
      metric: 'output_tokens_per_s',
      workload: 'w',
      concurrency: 4,
      where: [],
    },
    limits: {
      load_ms: LOAD_LIMIT_MS,
      quiet_ms: 1_000,
      stop_ms: 2_000,
      release_ms: 1_500,
      drain_ms: 0,
      total_ms: 12 * 3_600_000,
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
    restore,
  } as unknown as Configuration;
  return {
    schema_version: 1,
    id: 'model-run',
    command: 'sweep',
    configuration,
    plan: chosen,
    ...(evaluated ? { suite: SUITE } : {}),
    options: { fresh: true, under_traffic: false, seed: 1 },
  };
}

/** Plays one schedule to its end: the run, and after every kill a resume or a restore. */
export async function play(
  schedule: Schedule,
  dir: string,
  change: (ports: ModelPorts) => void = () => undefined,
): Promise<Outcome> {
  const clock = new VirtualClock();
  const world = new World(clock, schedule.scripts);
  world.load_limit_ms = LOAD_LIMIT_MS;
  const disk: Disk = { lines: [], documents: new Map(), unrestored: null };
  if (schedule.original !== null) {
    const running = world.spawn(plan.base, { ...schedule.original, load_ms: 0 }, { id: '', held: false });
    running.generated = 0;
  }
  for (const { at, own, script } of schedule.original === null ? [] : (schedule.usurpers ?? []))
    clock.alarm(at, () => {
      // afterwards nobody would put it right any more
      if (disk.lines.some(({ record }) => isLast(record))) return;
      world.usurp(own ? plan.base : STRAY, script);
    });
  const disturbance: Disturbance = {
    failing: new Set(schedule.failing),
    kills: new Set(schedule.kills),
    latency: (call) => schedule.latencies[call % schedule.latencies.length] ?? 1,
  };
  let calls = 0;
  let result: RunResult | null = null;
  for (let life = 0; life <= schedule.kills.length; life += 1) {
    const model = new ModelPorts(world, disk, disturbance, calls);
    change(model);
    const request = requestOf(
      model,
      stored(schedule, planOf(schedule)),
      dir,
      operatorOf(clock, life === 0 ? schedule.interrupts : [], world),
    );
    const begun = disk.lines.some((line) => line.record.type === 'sweep.begun');
    if (begun && schedule.mode === 'restore') world.load_may_be_stopped = true;
    const end = await clock.run(
      Promise.race([
        begun ? resumeRun({ ...request, mode: schedule.mode }) : runSweep(request),
        model.killed,
      ]),
    );
    calls = model.calls;
    if (end !== 'killed') {
      result = end;
      break;
    }
    dropHeld(world);
  }
  judge(result, disk, world, dir, planOf(schedule));
  if (schedule.evaluated === true) judgeAnswers(result, disk, world);
  return { violations: world.violations, result, disk, world, calls };
}

/** From here on the run only puts back what it found. */
function isLast(record: JournalRecord): boolean {
  if (record.type !== 'change.begun') return record.type === 'restored';
  return record.goal === 'original' || (record.goal === 'setting' && record.trial === null);
}

/** A held process ends with the pipe that held it. */
function dropHeld(world: World): void {
  for (const process of world.processes)
    if (process.held && process.dead_at === null) process.dead_at = world.clock.now();
}

function requestOf(
  model: ModelPorts,
  run: StoredRun,
  dir: string,
  operator: RunRequest['operator'],
): RunRequest {
  return { stored: run, dir, runs_dir: `${dir}/none`, ports: model.ports, sink: () => undefined, operator };
}

function operatorOf(clock: VirtualClock, times: readonly number[], world: World): RunRequest['operator'] {
  const listeners = new Set<(request: OperatorRequest) => void>();
  let latest: OperatorRequest | null = null;
  times.forEach((time, i) => {
    void clock.wait(time).then(() => {
      latest = i === 0 ? 'interrupt' : 'abandon';
      world.load_may_be_stopped = true;
      for (const listener of listeners) listener(latest);
    });
  });
  return {
    get latest() {
      return latest;
    },
    onRequest(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function judge(result: RunResult | null, disk: Disk, world: World, dir: string, chosen: Plan): void {
  if (result === null) return world.violated('the run has no end');
  const state = replay({ id: 'model-run', command: 'sweep', plan: chosen }, disk.lines);
  if (!isDeepStrictEqual(sweepDocument(state, dir, result.document.decision), result.document))
    world.violated('the journal does not replay to the state that was reported');
  const living = world.processes.filter((p) => !p.foreign && world.alive(p));
  const { restored } = result.document;
  if (result.exit_code !== 23 && restored.ok && restored.to === 'original') {
    const before = state.original?.definition?.argv.join(' ') ?? null;
    const now = living.filter((p) => p.leader).map((p) => p.definition.argv.join(' '));
    if (before === null && state.touched && now.length > 0)
      world.violated('nothing ran before, and something is left running');
    // what somebody else has put in its place before anything was touched is not Holdpoint's to put back
    const owed = state.touched || !world.processes.some((p) => p.usurper);
    if (before !== null && owed && (now.length !== 1 || now[0] !== before))
      world.violated(`the original is not back: ${now.join('; ') || 'nothing runs'}`);
  }
  if (!restored.ok && state.touched && result.exit_code !== 23)
    world.violated(`not restored, but exit code ${result.exit_code}`);
  const open = result.document.trials.filter((trial) => trial.status === 'pending');
  if (result.document.state === 'done' && open.length > 0)
    world.violated(`done, but ${open.map((t) => t.name).join(', ')} was never decided`);
  if (restored.ok && disk.unrestored !== null) world.violated('restored, but still marked as unrestored');
}
