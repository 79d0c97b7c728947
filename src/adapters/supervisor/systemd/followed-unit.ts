import { type Generation, type Member, type SystemdGeneration, sameUnit } from '../../../core/generation.ts';
import type { GroupProcess, Host } from '../../../ports/host.ts';
import type { Life } from '../../../ports/supervisor.ts';
import { asMember, memberKey } from '../process/members.ts';
import { usageOf } from '../process/usage.ts';
import { livingIn, processesIn } from './control-groups.ts';
import type { MainProcess } from './journal-behind.ts';
import type { UnitState } from './unit-state.ts';

/** What is asked about the unit, only when the kernel alone does not say it. */
export type AskState = () => Promise<UnitState>;

/** What is known of a generation when it begins to be followed. */
export interface Beginning {
  readonly group: string;
  /** Restarts of the manager that had been made by then. */
  readonly restarts: number;
  /** The main process of the last start by then: while it is activating, that of a generation before. */
  readonly exec_pid: number;
  /** When that one was made, on the monotonic clock. */
  readonly exec_started_us: number;
  readonly members: readonly Member[];
}

/** One generation of the unit: who its processes are, and how it ended. */
export class FollowedUnit {
  readonly #at: Beginning;
  #generation: SystemdGeneration;
  #main: MainProcess | null;
  #group: string;
  #known: readonly Pick<Member, 'pid' | 'start_ticks'>[];
  #ended = false;

  constructor(generation: SystemdGeneration, at: Beginning) {
    this.#generation = generation;
    this.#at = at;
    this.#main = mainIn(generation, at);
    this.#group = at.group;
    this.#known = [generation, ...at.members];
  }

  /** Its main process is known from when there is one: `ExecStartPre=` comes before it. */
  get generation(): SystemdGeneration {
    return this.#generation;
  }

  /** null: it has none yet, or nobody saw when it was made. */
  get main(): MainProcess | null {
    return this.#main;
  }

  /** True: its main process was seen to be gone. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * While the main process lives, the invocation cannot have changed, so the kernel alone is asked: that takes a tenth of
   * the time of a `systemctl show`, four times a second, all night.
   */
  async life(host: Host, ask: AskState): Promise<Life> {
    const { pid, start_ticks } = this.#generation;
    const rows = pid === 0 ? null : await processesIn(host, this.#group);
    if (rows?.some((row) => row.pid === pid && row.start_ticks === start_ticks)) return this.#alive(rows);
    return this.#judged(host, await ask());
  }

  async #judged(host: Host, state: UnitState): Promise<Life> {
    const same = state.invocation === this.#generation.id;
    const inGroup = await livingIn(host, this.#generation.unit, state);
    // Of another life of the unit nothing is ours, but what was seen before may still be among it.
    const known = new Set(this.#known.map(memberKey));
    const rows = same ? inGroup : inGroup.filter((row) => known.has(memberKey(row)));
    if (same && lives(state)) {
      await this.#learn(host, state);
      return this.#alive(rows);
    }
    this.#ended = true;
    const started = state.invocation !== '' && !same ? 1 : 0;
    const restarts = Math.max(state.restarts - this.#at.restarts, started, state.will_restart ? 1 : 0);
    return {
      alive: false,
      exit: this.#isLastMain(state) ? state.exit : null,
      members: rows.map(asMember),
      ...usageOf(rows),
      restarts,
      returning: state.will_restart || (!same && state.restarts > 0 && !isOver(state)),
    };
  }

  /** The main process of an activating unit is made later, and one that notifies may name another. */
  async #learn(host: Host, state: UnitState): Promise<void> {
    this.#group = state.control_group;
    if (state.main_pid === 0 || state.main_pid === this.#generation.pid) return;
    const start_ticks = await ticksOf(host, state);
    this.#generation = { ...this.#generation, pid: state.main_pid, start_ticks };
    this.#main = mainIn(this.#generation, state);
  }

  #isLastMain(state: UnitState): boolean {
    const { pid, id } = this.#generation;
    if (pid !== 0) return state.exec_pid === pid;
    // It came and went between two looks.
    return state.invocation === id && state.exec_pid !== 0 && state.exec_pid !== this.#at.exec_pid;
  }

  #alive(rows: readonly GroupProcess[]): Life {
    this.#known = [this.#generation, ...rows];
    return { alive: true, exit: null, members: rows.map(asMember), restarts: 0, ...usageOf(rows) };
  }
}

function mainIn(
  { pid }: SystemdGeneration,
  { exec_pid, exec_started_us }: Pick<UnitState, 'exec_pid' | 'exec_started_us'>,
): MainProcess | null {
  return pid === 0 || exec_pid !== pid ? null : { pid, born_us: exec_started_us };
}

/**
 * Does this invocation still live? One that is activating does without a main process: `ExecStartPre=` may run for an
 * hour. One that the manager only remembers as active (RemainAfterExit=) does not.
 */
function lives(state: UnitState): boolean {
  if (state.main_pid !== 0) return true;
  const { active, sub } = state;
  if (active === 'activating') return !state.will_restart;
  return (active === 'active' && sub !== 'exited') || active === 'reloading';
}

function isOver({ active }: UnitState): boolean {
  return active === 'inactive' || active === 'failed';
}

/** Of another boot, or of another unit: nothing of it is left. */
export const GONE: Life = {
  alive: false,
  exit: null,
  members: [],
  rss_bytes: 0,
  cpu_ticks: 0,
  io_bytes: 0,
  restarts: null,
};

/**
 * What the manager says of its present or last life. Ticks of a process that is gone come from its time of birth. pid 0:
 * it is activating, and its main process is still to come; the last one is that of a generation before.
 */
export async function generationOf(
  host: Host,
  state: UnitState,
  unit: Pick<SystemdGeneration, 'unit' | 'scope' | 'boot_id'>,
): Promise<SystemdGeneration> {
  const of = { kind: 'systemd', ...unit, id: state.invocation } as const;
  if (state.main_pid !== 0) return { ...of, pid: state.main_pid, start_ticks: await ticksOf(host, state) };
  if (state.active === 'activating' && !state.will_restart) return { ...of, pid: 0, start_ticks: 0 };
  return { ...of, pid: state.exec_pid, start_ticks: ticksOfBirth(state) };
}

async function ticksOf(host: Host, state: UnitState): Promise<number> {
  return (await host.process(state.main_pid))?.start_ticks ?? ticksOfBirth(state);
}

function ticksOfBirth(state: UnitState): number {
  return Math.floor(state.exec_started_us / US_PER_TICK);
}

/** USER_HZ is 100 on every Linux that Node runs on. */
const US_PER_TICK = 10_000;

export function isOfUnit(
  generation: Generation,
  unit: Pick<SystemdGeneration, 'unit' | 'scope'>,
): generation is SystemdGeneration {
  return generation.kind === 'systemd' && sameUnit(generation, unit);
}
