import type { Random } from '../machine.ts';
import type { SimProcess } from './process.ts';

const LARGEST_PID = 4_194_304;

/** Living processes by pid, and the members of each control group. */
export class ProcessTable {
  readonly #random: Random;
  readonly #processes = new Map<number, SimProcess>();
  readonly #groups = new Map<string, Set<SimProcess>>();
  #last: number;

  /** `last`: the highest pid that was given out before. */
  constructor(random: Random, last: number) {
    this.#random = random;
    this.#last = last;
  }

  /** The next pid: others of the machine, which are not simulated, take some in between. */
  nextPid(): number {
    this.#last += 1 + this.#random.integer(4);
    if (this.#last > LARGEST_PID) this.#last = 300;
    return this.#processes.has(this.#last) ? this.nextPid() : this.#last;
  }

  get(pid: number): SimProcess | null {
    return this.#processes.get(pid) ?? null;
  }

  all(): readonly SimProcess[] {
    return [...this.#processes.values()];
  }

  /** Members of exactly this group. */
  inGroup(cgroup: string): readonly SimProcess[] {
    return [...(this.#groups.get(cgroup) ?? [])];
  }

  pidsIn(cgroup: string): readonly number[] {
    const pids: number[] = [];
    const members = this.#groups.get(cgroup);
    if (members !== undefined) for (const { pid } of members) pids.push(pid);
    return pids;
  }

  /** Groups with members, each also standing for the groups above it. */
  groups(): readonly string[] {
    return [...this.#groups.keys()];
  }

  add(process: SimProcess): void {
    this.#processes.set(process.pid, process);
    const group = this.#groups.get(process.cgroup);
    if (group === undefined) this.#groups.set(process.cgroup, new Set([process]));
    else group.add(process);
  }

  remove(process: SimProcess): void {
    this.#processes.delete(process.pid);
    const group = this.#groups.get(process.cgroup);
    group?.delete(process);
    if (group?.size === 0) this.#groups.delete(process.cgroup);
  }
}
