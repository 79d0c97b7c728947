import path from 'node:path';
import type { ChangeState, CutReason, Goal } from '../core/change/types.ts';
import { type Fault, FaultError, fault } from '../core/fault.ts';
import type { Definition } from '../core/generation.ts';
import type { Fingerprint } from '../core/plan/measurement-key.ts';
import type { PlannedTrial } from '../core/plan/plan.ts';
import { recordedEnvironment } from '../core/plan/recorded-environment.ts';
import { secretsOf } from '../core/plan/secrets-of.ts';
import { type Redactor, redactor, type Secret } from '../core/secrets.ts';
import { apply } from '../core/sweep/apply.ts';
import type { ChangeResult, GoalKind, JournalRecord, Original } from '../core/sweep/records.ts';
import type { SweepState } from '../core/sweep/state.ts';
import { seconds } from '../core/units.ts';
import type { Journal } from '../ports/journal.ts';
import type { RunRequest } from './api.ts';
import { driveChange } from './change.ts';
import type { Waiting } from './events.ts';
import { HookRunner } from './hooks.ts';
import { initialInput } from './input.ts';
import { longestLoad } from './known-load.ts';
import { SignOfLife } from './sign-of-life.ts';

export interface ChangePurpose {
  readonly goal: Goal;
  readonly trial: string | null;
  readonly start: number | null;
  readonly attempt: number;
  readonly replicate: number;
  readonly log_file: string;
  readonly cut_by: readonly CutReason[];
  readonly watch_traffic: boolean;
  /** Text of the waiting line's second and third part. */
  readonly not_meanwhile: string;
  readonly on_interrupt: string;
}

/** One process's hold on a run: the state, the journal that it is folded from, and the ports. */
export class Session {
  readonly request: RunRequest;
  readonly hooks: HookRunner;
  readonly sign_of_life: SignOfLife;
  /** The number of this process's turn; null: it has none that could be told from others. */
  fence: number | null = null;
  state: SweepState;
  /** Only the restore goes on when the journal cannot be written any more. */
  unjournaled_allowed = false;
  journal_fault: Fault | null = null;
  /** Executable, models and host as they were right before the present start. */
  loaded: Fingerprint | null = null;
  /** Where the log of the measured server ended when the present measurement was begun. */
  log_from = 0;
  private readonly journal: Journal;
  private readonly service: string;
  private readonly owed: boolean;
  private marked = false;
  private readonly noted = new Set<string>();

  private readonly secrets: Secret[];
  private redactor: Redactor;

  constructor(request: RunRequest, journal: Journal, state: SweepState, service: string) {
    this.request = request;
    this.journal = journal;
    this.state = state;
    this.service = service;
    this.owed = state.touched;
    const { plan } = request.stored;
    const kept = request.ports.readDocument<Definition>(request.dir, 'original.json');
    const definitions = [
      plan.base,
      ...plan.trials.map((trial) => trial.definition),
      ...(kept === null ? [] : [kept]),
    ];
    this.secrets = [
      ...request.ports.credentials.secrets(),
      ...definitions.flatMap((definition) => secretsOf(definition)),
    ];
    this.redactor = redactor(this.secrets);
    const { configuration } = request.stored;
    this.sign_of_life = new SignOfLife(request.ports, (text) => this.noteOnce(text));
    this.hooks = new HookRunner(configuration.hooks, configuration.folder, request.ports, request.stored.id);
  }

  /** Journal first, then the state, then the faces. */
  async append(full: JournalRecord): Promise<void> {
    this.request.ports.guard?.check();
    const record = this.redact(full);
    try {
      const line = await this.journal.append(record);
      this.state = apply(this.state, line);
      this.request.sink({ type: 'journal', line });
    } catch (error) {
      if (!(error instanceof FaultError) || error.fault.name !== 'journal-failed') throw error;
      this.journal_fault ??= error.fault;
      if (!this.unjournaled_allowed) throw error;
      const wall = new Date(this.request.ports.clock.wall()).toISOString();
      this.state = apply(this.state, { wall, record });
    }
  }

  /** A note that would say the same at every setting. */
  async noteOnce(text: string): Promise<void> {
    if (this.noted.has(text)) return;
    this.noted.add(text);
    await this.append({ type: 'note', text });
  }

  /** The write boundary: whatever leaves for the disk or a face goes through here. */
  redact<T>(value: T): T {
    return this.redactor.json(value);
  }

  /** The original with its whole environment is kept in a file of its own; the records carry the part on the list. */
  keepOriginal(original: Original): Original {
    const { definition } = original;
    if (definition === null) return original;
    this.request.ports.writeDocument(this.request.dir, 'original.json', definition);
    this.secrets.push(...secretsOf(definition));
    this.redactor = redactor(this.secrets);
    return {
      ...original,
      definition: { ...definition, env: recordedEnvironment(definition.env, definition.env_complete) },
    };
  }

  /** The original as it must come back. Fault: `journal-failed` where its environment is not kept any more. */
  wholeOriginal(): Original {
    const original = this.state.original ?? { generation: null, definition: null, ours: false };
    if (original.definition === null) return original;
    const definition = this.request.ports.readDocument<Definition>(this.request.dir, 'original.json');
    if (definition === null)
      throw new FaultError(fault('journal-failed', 'the environment of the original is not kept any more'));
    return { ...original, definition };
  }

  /**
   * Nothing is owed any more: secrets leave the run folder, also those that a server wrote into its log. True: the run
   * cannot go on without them.
   */
  seal(): boolean {
    const { ports, dir, stored } = this.request;
    const { generations, restored, original } = this.state;
    const last = generations.at(-1);
    const runs = restored?.to !== 'original' || original?.definition != null ? last : undefined;
    ports.scrubLogs(
      generations.filter((own) => own !== runs).map((own) => own.log_file),
      this.secrets,
    );
    return ports.sealRun(dir, stored, this.secrets);
  }

  async change(purpose: ChangePurpose): Promise<ChangeState> {
    const { ports, operator } = this.request;
    const change = this.state.changes + 1;
    const { goal, trial, start, attempt, replicate } = purpose;
    const input = await initialInput(this.state, this.request, purpose, change, this.hooks);
    await this.append({
      type: 'change.begun',
      change,
      goal: goal.kind satisfies GoalKind,
      trial,
      start,
      attempt,
      replicate,
    });
    if (goal.kind === 'setting' || goal.kind === 'original') ports.makeFolder(path.dirname(purpose.log_file));
    const state = await driveChange(input, {
      ports,
      hooks: { run: (name) => this.hooks.run(name as Parameters<HookRunner['run']>[0], { trial }) },
      operator,
      cut_by: purpose.cut_by,
      cut_at: this.cutAt(purpose),
      append: (record) => this.append(record),
      touching: () => this.touching(),
      waiting: (waiting) => this.waiting(waiting, purpose),
    });
    const verdict = state.verdict ?? { outcome: 'failed' as const, fault: null };
    await this.append({
      type: 'change.ended',
      change,
      outcome: verdict.outcome,
      fault: verdict.fault,
      result: resultOf(state),
    });
    return state;
  }

  waiting(
    waiting: Pick<Waiting, 'hold_point' | 'waiting_for' | 'elapsed_s' | 'limit_s'>,
    purpose: Pick<ChangePurpose, 'trial' | 'not_meanwhile' | 'on_interrupt'>,
  ): void {
    const { hold_point, waiting_for, elapsed_s, limit_s } = waiting;
    const { trial, not_meanwhile, on_interrupt } = purpose;
    const usual = hold_point === 'loaded' ? longestLoad(this.state, this.request.stored) : null;
    const usual_s = usual === null ? null : Math.round(usual / 1000);
    this.request.sink({
      type: 'waiting',
      waiting: { hold_point, trial, waiting_for, elapsed_s, usual_s, limit_s, not_meanwhile, on_interrupt },
    });
  }

  trialFolder(planned: PlannedTrial, start: number): string {
    const index = this.state.plan.trials.indexOf(planned) + 1;
    return path.join(
      this.request.dir,
      'trials',
      `${String(index).padStart(2, '0')}-${planned.name.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60)}`,
      `start-${start}`,
    );
  }

  /** The definition of a trial with what the engine adds to see more. */
  instrumented(definition: Definition): Definition {
    const added = this.request.ports.engine_definition.instrumentation(definition);
    return {
      ...definition,
      argv: [...definition.argv, ...added.argv],
      env: { ...definition.env, ...added.env },
    };
  }

  async clearMark(): Promise<void> {
    await this.request.ports.lock.clearUnrestored(this.service);
    this.marked = false;
  }

  /** From the first touch on, this run owes the original; the mark outlives us. */
  private async touching(): Promise<void> {
    await this.watched();
    if (this.marked) return;
    const { ports, dir, stored } = this.request;
    // an earlier life may have left its mark, or have died between its intent and the mark
    if ((await ports.lock.unrestored(this.service)) === null) {
      const { uid } = await ports.host.identity();
      const since = new Date(ports.clock.wall()).toISOString();
      const marking = ports.lock.markUnrestored(this.service, { run_id: stored.id, dir, uid, since });
      // what an earlier life owes is not withheld for want of a mark
      await (this.owed ? marking.catch(() => undefined) : marking);
    }
    this.marked = true;
  }

  /** From now on the host itself restores, should this process die. */
  async watched(): Promise<void> {
    const { dir, stored, ports } = this.request;
    if (this.fence !== null) return this.sign_of_life.arm({ run_id: stored.id, dir, fence: this.fence });
    if (ports.dead_man !== undefined)
      await this.noteOnce(
        `no dead-man timer: whose turn it is could not be written down; should Holdpoint die, only \`holdpoint restore ${stored.id}\` puts the original back`,
      );
  }

  private cutAt(purpose: ChangePurpose) {
    if (!purpose.cut_by.includes('window') || this.state.until_ms === null) return null;
    const { clock } = this.request.ports;
    const load = longestLoad(this.state, this.request.stored) ?? 0;
    const share = this.state.original?.definition === null ? 0 : load;
    return { at: clock.now() + (this.state.until_ms - share - clock.wall()), reason: 'window' as const };
  }
}

function resultOf(state: ChangeState): ChangeResult {
  const { facts, durations } = state;
  const s = (ms: number | null) => (ms === null ? null : seconds(ms));
  return {
    generation: facts.generation,
    adopted: facts.adopted,
    listener: facts.listener,
    effective: facts.effective,
    capacity: facts.capacity,
    durations: {
      stopped_s: s(durations.stopped_ms),
      released_s: s(durations.released_ms),
      loaded_s: s(durations.loaded_ms),
      ready_s: s(durations.ready_ms),
      measured_s: null,
    },
    garbage: facts.garbage,
    peak_bytes: facts.peak_bytes,
    version: facts.version,
    model: facts.model,
    floor: facts.floor,
    dirty: facts.dirty,
  };
}
