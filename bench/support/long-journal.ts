import { encodeLine } from '../../src/adapters/journal/line.ts';
import type { HoldPointName, HoldPointRecord } from '../../src/core/documents/sweep.ts';
import type { Evidence } from '../../src/core/fault.ts';
import type { Generation } from '../../src/core/generation.ts';
import type { Plan, PlannedTrial } from '../../src/core/plan/plan.ts';
import { apply } from '../../src/core/sweep/apply.ts';
import { recordedStart, startDocument } from '../../src/core/sweep/document.ts';
import type { ChangeResult, GoalKind, JournalRecord } from '../../src/core/sweep/records.ts';
import { emptyState, type SweepState } from '../../src/core/sweep/state.ts';
import { seconds } from '../../src/core/units.ts';

const BOOT = 'c7f93d98-2abc-440e-b361-ce71167d2c11';
const SERVER = [
  '/opt/llama.cpp/llama-server',
  '-m',
  '/models/coder-30b-q4.gguf',
  '--port',
  '8080',
  '-c',
  '32768',
];
/** No more than there really are: what is too much is not written. */
const RECORDS_OF_A_START = 30;

export interface LongJournal {
  readonly plan: Plan;
  readonly bytes: Buffer;
  readonly records: number;
}

/** The journal of a sweep that is still under way: the records of a real one, start after start, until there are `count`. */
export function longJournal(count: number): LongJournal {
  const trials = Array.from({ length: Math.ceil(count / RECORDS_OF_A_START) }, (_, i) => trial(i));
  const plan = {
    name: 'long',
    plan_id: 'p',
    base: { argv: SERVER, env: {}, cwd: '/srv', env_complete: false },
    trials,
    baseline: null,
    points: [],
    instrumentation: { argv: [], env: {} },
    touched: [],
    undo: [],
  };
  const writer = new Writer(plan, count);
  writer.add({
    type: 'sweep.begun',
    run_id: 'long',
    plan_id: 'p',
    command: 'sweep',
    holdpoint_version: '0.1.0',
    simulated: false,
    seed: 1,
    until_ms: null,
  });
  writer.add({ type: 'original.observed', original: { generation: null, definition: null, ours: false } });
  for (const [i, planned] of trials.entries()) start(writer, planned, 2 * i + 1);
  return { plan, bytes: Buffer.concat(writer.parts), records: writer.parts.length };
}

function trial(i: number): PlannedTrial {
  const argv = [...SERVER, '-np', String(i + 1)];
  return {
    name: `slots=${i + 1}`,
    setting: { slots: i + 1 },
    setting_id: i.toString(16).padStart(16, '0'),
    definition: { argv, env: {}, cwd: '/srv', env_complete: false },
    wanted: [{ parameter: 'slots', flag: '-np', env: null, wanted: i + 1, report: null }],
    diff: [`-np ${i + 1}`],
    duplicate_of: null,
    rejected: null,
  };
}

/** Folds what it writes, so that the documents of starts are those of a live run. */
class Writer {
  readonly parts: Buffer[] = [];
  state: SweepState;
  private readonly count: number;

  constructor(plan: Plan, count: number) {
    this.state = emptyState('long', 'sweep', plan);
    this.count = count;
  }

  add(record: JournalRecord): void {
    if (this.parts.length === this.count) return;
    const seq = this.parts.length + 1;
    const wall = new Date(Date.UTC(2030, 0, 1) + 700 * seq).toISOString();
    const { bytes, line } = encodeLine(
      { seq, wall, mono_ms: 6_413_381.127 + 700 * seq, boot_id: BOOT },
      record,
    );
    this.parts.push(bytes);
    this.state = apply(this.state, line);
  }
}

/** One setting from its first record to its last, as Holdpoint writes them for a `llama-server`. */
function start(writer: Writer, planned: PlannedTrial, change: number): void {
  const pid = 10_000 + change;
  const id = `${planned.setting_id.slice(0, 8)}-7c98-445b-8479-a8003beb02ef`;
  const generation: Generation = {
    kind: 'process',
    id,
    pid,
    start_ticks: 639_667 + 1_000 * change,
    boot_id: BOOT,
  };
  const command = planned.definition.argv.join(' ');
  const log_file = `/srv/holdpoint/runs/20300101-000000-long-a9c1/trials/${planned.name}/start-1/server.log`;
  const who = `pid ${pid}, started at tick ${generation.start_ticks} of boot ${BOOT.slice(0, 8)} (id ${id})`;
  const listener = note(
    'listener',
    `127.0.0.1 (socket ${363_266 + change}): pid ${pid}, user serve, ${command}`,
  );
  const name = planned.name;

  const did = (method: string, detail: Readonly<Record<string, unknown>>): void => {
    writer.add({ type: 'intent', change, port: 'supervisor', method, detail });
    writer.add({ type: 'outcome', change, port: 'supervisor', method, ok: true, detail });
  };
  const passed = (point: HoldPointName, waited_s: number, ...evidence: Evidence[]): void => {
    const result: HoldPointRecord = {
      name: point,
      state: evidence.length === 0 ? 'skipped' : 'passed',
      waited_s,
      evidence,
    };
    writer.add({ type: 'holdpoint', change: point === 'unchanged' ? change + 1 : change, result });
  };
  const begun = (goal: GoalKind, number: number): void =>
    writer.add({
      type: 'change.begun',
      change: number,
      goal,
      trial: name,
      start: 1,
      attempt: 1,
      replicate: 1,
    });

  begun('setting', change);
  passed(
    'observed',
    0.297,
    note('generation', who),
    note('argv', command),
    listener,
    note('memory', 'host: 22.9 GiB of 125.6 GiB in use'),
    note('engine', 'model coder-30b-q4, version b7021-7e4c0a9'),
    note('traffic', 'running 0, waiting 0'),
  );
  did('prepare', { argv: planned.definition.argv, log_file });
  passed('prepared', 0.011, note('definition', `accepted as generation ${id}: ${command}`));
  passed('drained', 0);
  did('signal', { signal: 'TERM', pids: [pid - 1] });
  passed(
    'stopped',
    0.294,
    note('process', `every process of ${who} is gone after 1 TERM; exit code 0, signal -`),
  );
  passed(
    'released',
    0.023,
    note('memory', 'host: 102.7 GiB free, earlier starts needed 21.3 GiB'),
    note('port', 'port 8080: no listener, trial bind free'),
  );
  did('start', { id });
  writer.add({ type: 'generation', change, generation, definition: planned.definition, log_file });
  did('release', { pid });
  passed('started', 0.082, note('generation', who));
  writer.add({
    type: 'members',
    generation,
    members: [{ pid, start_ticks: generation.start_ticks, ppid: 9_979, state: 'S', user: 'serve', command }],
  });
  passed(
    'loaded',
    41.396,
    note('claim', 'health answered 200 after 41.4 s: {"status":"ok"}'),
    note('phase', 'last phase in the log: ready'),
    note('memory', 'resident memory 21.3 GiB'),
  );
  passed('identified', 0.043, listener, note('generation', `pid ${pid} is a member of ${who}`));
  passed(
    'generating',
    1.966,
    note(
      'answer',
      `5 completions, 160 tokens, from pid ${pid}: one two three four five six seven eight nine ten`,
    ),
  );
  passed(
    'effective',
    0.446,
    note(
      'report',
      `slots = ${change} (wanted ${change}, rule equal, from server-info): /props total_slots = ${change}`,
    ),
    note('capacity', 'context_tokens_per_slot = 4096'),
  );
  writer.add({
    type: 'change.ended',
    change,
    outcome: 'ready',
    fault: null,
    result: resultOf(generation, planned),
  });
  for (const concurrency of [1, 4]) measured(writer, name, concurrency);
  begun('verify', change + 1);
  passed('unchanged', 0.365, note('generation', who), listener, note('answer', ' 1 2 3 4 5 6 7 8'));
  writer.add({
    type: 'change.ended',
    change: change + 1,
    outcome: 'ready',
    fault: null,
    result: { ...resultOf(generation, planned), effective: {}, capacity: [] },
  });
  if (writer.state.open !== null)
    writer.add({
      type: 'start.ended',
      trial: name,
      start: recordedStart(startDocument({ ...writer.state.open, verified: true })),
    });
  writer.add({ type: 'trial.ended', trial: name, status: 'measured', fault: null });
}

function note(kind: string, text: string): Evidence {
  return { kind, text };
}

function resultOf(generation: Generation, planned: PlannedTrial): ChangeResult {
  const slots = planned.setting['slots'] ?? null;
  return {
    generation,
    adopted: false,
    listener: { pid: generation.pid, inode: '363759' },
    effective: {
      slots: {
        wanted: slots,
        got: slots,
        rule: 'equal',
        source: 'server-info',
        agrees: true,
        evidence: '/props total_slots',
      },
    },
    capacity: [{ name: 'context_tokens_per_slot', value: 4096 }],
    durations: {
      stopped_s: seconds(602),
      released_s: seconds(625),
      loaded_s: seconds(42_103),
      ready_s: seconds(44_558),
      measured_s: null,
    },
    garbage: false,
    peak_bytes: 22_865_497_600,
    version: 'b7021-7e4c0a9',
    model: 'coder-30b-q4',
    floor: {},
    dirty: [],
  };
}

function measured(writer: Writer, trial: string, concurrency: number): void {
  const measurement_key = `${writer.parts.length.toString(16).padStart(8, '0')}df37bf59f1b8eb09bf4d6d01`;
  writer.add({ type: 'measurement.begun', trial, start: 1, measurement_key });
  const times = { mean: 49.198, p50: 36.976, p95: null, p99: null };
  const measurement = {
    workload: 'code',
    concurrency,
    rate: null,
    requests: 8,
    ok: 8,
    failed: 0,
    outcomes: { ok: 8 },
    duration_s: 5.436,
    output_tokens: 512,
    output_tokens_per_s: 94.186,
    ttft_ms: times,
    itl_ms: times,
    tpot_ms: times,
    e2e_ms: times,
    acceptance_length: null,
    drafted_tokens: null,
    accepted_tokens: null,
    client: { error_bound_ms: 22.066, verdict: 'ok' as const },
    mismatch: null,
    measurement_key,
    replicate: 1,
    foreign_requests: 0,
    under_traffic: false,
  };
  writer.add({ type: 'measurement.ended', trial, start: 1, measurement, void: null });
}
