import { randomUUID } from 'node:crypto';
import { FaultError, fault } from '../../../core/fault.ts';
import type { Definition, Generation, Member, SystemdGeneration } from '../../../core/generation.ts';
import { sameGeneration } from '../../../core/generation.ts';
import type { LogLine } from '../../../core/log-line.ts';
import type { Promoted, Standing } from '../../../core/promoted.ts';
import type { Milliseconds } from '../../../core/units.ts';
import type { Host, RunResult } from '../../../ports/host.ts';
import type {
  Life,
  LogChunk,
  PastLoad,
  Prepared,
  Present,
  Promotions,
  Right,
  SignalReport,
  Supervisor,
} from '../../../ports/supervisor.ts';
import { processesIn } from './control-groups.ts';
import { DROP_IN, forGood, readDropIn } from './drop-in.ts';
import { FollowedUnit, GONE, generationOf, isOfUnit } from './followed-unit.ts';
import type { MainProcess } from './journal-behind.ts';
import type { LogCopy } from './log-copy.ts';
import { managerEnvironment, UnitManager } from './manager.ts';
import { type OutputFile, type OutputPlace, outputBefore, outputBehind, outputPath } from './output-file.ts';
import { OwnActs } from './own-acts.ts';
import { ownDefinition, readOwnUnit } from './own-unit.ts';
import { pastLoads } from './past-loads.ts';
import { install, installed, uninstall, type Workplace, write } from './preparation.ts';
import { isStartedWith, presentOf } from './present.ts';
import { installStanding, promotionsOn, stand } from './promotion.ts';
import { type RightsQuestion, requireRights, rightsOn } from './rights/rights.ts';
import { signalUnit } from './signals.ts';
import { startUnit } from './starting.ts';
import { UnitLog } from './unit-log.ts';
import type { UnitState } from './unit-state.ts';
import { requireUsable } from './usable.ts';

export interface SystemdSupervisorOptions {
  readonly host: Host;
  readonly boot_id: string;
  /** Whole name: `sglang.service`. */
  readonly unit: string;
  readonly scope: 'system' | 'user';
  /** Absolute paths. */
  readonly tools: { readonly systemctl: string; readonly journalctl: string };
  /** Home and XDG_RUNTIME_DIR of whom the manager belongs to. */
  readonly home: string;
  readonly runtime_folder: string;
  readonly log_copy: LogCopy;
}

const JOURNAL_MS: Milliseconds = 20_000;
/** What a process wrote right before its end may not be in the journal yet; only root may hurry it. */
const SYNC_MS: Milliseconds = 5_000;

/** A unit of the service manager. The unit's own files are never edited: what a trial needs is one drop-in of ours. */
export class SystemdSupervisor implements Supervisor {
  readonly kind = 'systemd';
  readonly promotions: Promotions;
  readonly #options: SystemdSupervisorOptions;
  readonly #manager: UnitManager;
  readonly #place: Workplace;
  /** Of the last look: the host may be booted again while it is watched from elsewhere. */
  #boot_id: string;
  readonly #followed: FollowedUnit[] = [];
  readonly #logs = new Map<string, UnitLog>();
  readonly #acts = new OwnActs();
  /** The file that takes the output of a start; null: the journal does, or what a start adds cannot be told apart. */
  #output: OutputPlace | null = null;

  constructor(options: SystemdSupervisorOptions) {
    const { host, unit, scope, home, runtime_folder, tools } = options;
    this.#options = options;
    this.#boot_id = options.boot_id;
    this.#manager = new UnitManager({ host, unit, scope, runtime_folder, systemctl: tools.systemctl });
    const system = scope === 'system';
    this.#place = {
      surroundings: { host, unit, scope, home, runtime_folder },
      manager: this.#manager,
      acts: this.#acts,
      folder: `${system ? '/run/systemd/system' : `${runtime_folder}/systemd/user`}/${unit}.d`,
      overriding: (system
        ? ['/etc/systemd/system']
        : [`${home}/.config/systemd/user`, '/etc/systemd/user']
      ).map((folder) => `${folder}/${unit}.d`),
      requireRights: (goal) => requireRights(this.#rights_question, goal),
      lasting: `${system ? '/etc/systemd/system' : `${home}/.config/systemd/user`}/${unit}.d`,
    };
    this.promotions = promotionsOn(this.#place);
  }

  async present(): Promise<Present> {
    const state = await this.#state();
    await requireUsable(this.#place, state);
    return presentOf(this.#place, state, () => this.#generationOf(state));
  }

  /** What the unit runs by itself. Faults: `definition-rejected`, `permission`. */
  async own(): Promise<Definition> {
    const { unit } = this.#options;
    const state = await this.#manager.state();
    await requireUsable(this.#place, state);
    return ownDefinition(unit, await readOwnUnit(this.#place.surroundings, state));
  }

  async prepare(definition: Definition, logFile: string, standing?: Standing): Promise<Prepared> {
    const id = randomUUID();
    this.#output = await outputPath(this.#place.surroundings, await this.#manager.state());
    const prepared = { definition, id, log_file: logFile };
    if (standing === undefined) return { ...prepared, way: await install(this.#place, definition, id) };
    await installStanding(this.#place, standing, definition, id);
    return prepared;
  }

  async start(prepared: Prepared): Promise<Generation> {
    const output = this.#output === null ? null : await outputBefore(this.#options.host, this.#output);
    const { state, made, evidence } = await startUnit(this.#options.unit, this.#manager, this.#acts);
    const generation = await this.#generationOf(state);
    if (!made) {
      const message = `the start did nothing: ${this.#options.unit} runs already`;
      throw new FaultError(fault('same-generation', message, { evidence, data: { generation } }));
    }
    this.#logOf(generation, prepared.log_file, output);
    return generation;
  }

  rights(): Promise<readonly Right[]> {
    return rightsOn(this.#rights_question);
  }

  /** Nothing is held: what systemd has started is found by its unit, with or without a record. */
  async release(): Promise<void> {}

  async life(generation: Generation): Promise<Life> {
    if (!this.#isOurs(generation)) return GONE;
    const followed = this.#followed.find((known) => sameGeneration(known.generation, generation));
    if (followed !== undefined) {
      const life = await followed.life(this.#options.host, () => this.#state());
      return this.#isOurs(generation) ? life : GONE;
    }
    const state = await this.#manager.state();
    return this.#follow(generation, state, []).life(this.#options.host, async () => state);
  }

  async signal(
    generation: Generation,
    members: readonly Member[],
    signal: 'TERM' | 'KILL',
  ): Promise<SignalReport> {
    const gone = members.map((member) => member.pid);
    if (!this.#isOurs(generation)) return { signal, sent: [], gone, refused: [] };
    const repeated = this.#acts.isStopping(generation.id);
    const { report, stops } = await signalUnit(this.#options.host, this.#manager, {
      generation,
      members,
      signal,
      repeated,
    });
    // Asking again would change nothing, so the signal itself is repeated.
    if (stops) this.#acts.stopping(generation.id);
    return report;
  }

  async log(generation: Generation, cursor: number): Promise<LogChunk> {
    if (!this.#isOurs(generation)) return { lines: [], cursor, readable: false, file: null };
    const ended = this.#followed.some((known) => known.ended && sameGeneration(known.generation, generation));
    if (ended) await this.#journal(['--sync'], SYNC_MS);
    return this.#logOf(generation, null).read(cursor);
  }

  pastLoads(isReady: (line: LogLine) => boolean): Promise<readonly PastLoad[]> {
    const { unit, scope } = this.#options;
    return pastLoads({ unit, scope, isReady, ask: (words) => this.#ask(words) });
  }

  async follow(generation: Generation, logFile: string | null, members: readonly Member[]): Promise<void> {
    if (!this.#isOurs(generation)) return;
    if (logFile !== null) this.#acts.started(generation.id);
    this.#logOf(generation, logFile);
    if (this.#followed.some((known) => sameGeneration(known.generation, generation))) return;
    this.#follow(generation, await this.#manager.state(), members);
  }

  /**
   * Our drop-in stays only under a server that was started with it, and without what is for trials; its path is told.
   * Faults: `permission`, `probe-failed`.
   */
  async settle(standing?: Promoted | null): Promise<string | null> {
    if (standing !== undefined) await stand(this.#place, standing);
    const text = await installed(this.#place);
    if (text === null) return null;
    const state = await this.#manager.state();
    const { host } = this.#options;
    const running = (await processesIn(host, state.control_group)) ?? [];
    const main = running.find(({ pid }) => pid === state.main_pid);
    const stays = main !== undefined && (await isStartedWith(host, main, readDropIn(text)));
    if (!stays) await uninstall(this.#place);
    else if (forGood(text) !== text) await write(this.#place, forGood(text));
    return stays ? `${this.#place.folder}/${DROP_IN}` : null;
  }

  #isOurs(generation: Generation): generation is SystemdGeneration {
    return isOfUnit(generation, this.#options) && generation.boot_id === this.#boot_id;
  }

  async #state(): Promise<UnitState> {
    this.#boot_id = (await this.#options.host.identity()).boot_id;
    return this.#manager.state();
  }

  async #generationOf(state: UnitState): Promise<SystemdGeneration> {
    const { host, unit, scope } = this.#options;
    const boot_id = this.#boot_id;
    const known = this.#followed.find(({ generation }) => generation.id === state.invocation);
    if (known !== undefined && state.invocation !== '') return known.generation;
    return this.#follow(await generationOf(host, state, { unit, scope, boot_id }), state, []).generation;
  }

  #follow(generation: SystemdGeneration, state: UnitState, members: readonly Member[]): FollowedUnit {
    const restarts = generation.id === state.invocation ? state.restarts : 0;
    const { control_group: group, exec_pid, exec_started_us } = state;
    const at = { group, restarts, exec_pid, exec_started_us, members };
    const followed = new FollowedUnit(generation, at);
    this.#followed.push(followed);
    return followed;
  }

  #logOf(generation: SystemdGeneration, file: string | null, output: OutputFile | null = null): UnitLog {
    const known = this.#logs.get(generation.id);
    if (output === null && known !== undefined && (file === null || known.file === file)) return known;
    const { scope, log_copy, host } = this.#options;
    const log = new UnitLog({
      ...(output === null ? {} : { output: (taken: number) => outputBehind(host, output, taken) }),
      invocation: generation.id,
      unit: generation.unit,
      boot_id: generation.boot_id,
      manager_field: scope === 'user' ? 'USER_INVOCATION_ID' : 'INVOCATION_ID',
      main: () => this.#mains((followed) => sameGeneration(followed, generation))[0] ?? null,
      other_mains: () => this.#mains((followed) => !sameGeneration(followed, generation)),
      began: () => this.#manager.startedAt(),
      elsewhere: () => this.#manager.outputElsewhere(),
      file,
      copy: log_copy,
      ask: (words) => this.#ask(words),
    });
    this.#logs.set(generation.id, log);
    return log;
  }

  #mains(isAsked: (generation: Generation) => boolean): readonly MainProcess[] {
    return this.#followed.flatMap(({ generation, main }) =>
      main !== null && isAsked(generation) ? [main] : [],
    );
  }

  get #rights_question(): RightsQuestion {
    return {
      place: this.#place,
      systemctl: this.#options.tools.systemctl,
      ask_journal: (words) => this.#ask(words),
    };
  }

  async #ask(words: readonly string[]): Promise<string | null> {
    const result = await this.#journal(words, JOURNAL_MS);
    return result.code === 0 ? result.stdout : null;
  }

  #journal(words: readonly string[], timeout_ms: Milliseconds): Promise<RunResult> {
    const { host, scope, tools } = this.#options;
    const user = scope === 'user' ? ['--user'] : [];
    return host.run([tools.journalctl, ...user, ...words], {
      timeout_ms,
      env: managerEnvironment(this.#options),
    });
  }
}
