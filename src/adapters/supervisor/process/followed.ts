import { type Definition, type Generation, isGone, type Member } from '../../../core/generation.ts';
import type { Host, ProcessRow } from '../../../ports/host.ts';
import type { Life } from '../../../ports/supervisor.ts';
import type { Held } from './hold.ts';
import type { LogReader } from './log-reader.ts';
import { asMember, Members, memberKey } from './members.ts';
import { usageOf, withStorage } from './usage.ts';

/** What is known beyond the generation itself; `held` only where this process started it. */
export interface Beginnings {
  readonly held: Held | null;
  /** Of the present boot: nothing of another boot is alive, whatever the pids say. */
  readonly boot_id: string;
  readonly log: LogReader | null;
  /** As it was started, where that was witnessed: an argv may be overwritten later by the process itself. */
  readonly definition: Definition | null;
  readonly members: readonly Member[];
}

/** One generation whose processes are followed. */
export class Followed {
  readonly generation: Generation;
  readonly log: LogReader | null;
  readonly definition: Definition | null;
  readonly isOfThisBoot: boolean;
  readonly #held: Held | null;
  readonly #members: Members;
  #alive: readonly Member[];

  constructor(generation: Generation, beginnings: Beginnings) {
    this.generation = generation;
    this.log = beginnings.log;
    this.definition = beginnings.definition;
    this.#held = beginnings.held;
    this.isOfThisBoot = generation.boot_id === beginnings.boot_id;
    this.#members = new Members(generation, beginnings.members);
    this.#alive = [{ ...generation, ppid: 0, state: '?', user: '', command: '' }, ...beginnings.members];
  }

  has(member: Member): boolean {
    return this.#members.has(member);
  }

  get isOurChild(): boolean {
    return this.#held !== null;
  }

  /** False: it cannot be let go, since it is gone or was not started here. */
  async release(): Promise<boolean> {
    return (await this.#held?.release()) ?? false;
  }

  /** Living members in a scan of the process table. */
  async look(host: Host, rows: readonly ProcessRow[]): Promise<ProcessRow[]> {
    if (!this.isOfThisBoot) return [];
    const alive = await this.#members.update(rows, process.pid, (pid) => host.environment(pid));
    this.#alive = alive.map(asMember);
    return alive;
  }

  async life(host: Host): Promise<Life> {
    const rows = await this.look(host, await host.processes());
    const alive = rows.some((row) => memberKey(row) === memberKey(this.generation));
    return {
      alive,
      // Whoever is not our child leaves no status; for a child it comes at the latest when it is reaped.
      exit: alive || this.#held === null ? null : await this.#held.exit(),
      members: rows.map(asMember),
      ...usageOf(await withStorage(host, rows)),
      restarts: null,
    };
  }

  /** True: no process that was seen is left, so nobody writes to the log any more. */
  async hasEnded(host: Host): Promise<boolean> {
    if (!this.isOfThisBoot) return true;
    for (const member of this.#alive) {
      const row = await host.process(member.pid);
      if (row !== null && row.start_ticks === member.start_ticks && !isGone(row.state)) return false;
    }
    return true;
  }
}
