import { type Generation, isGone, type Member } from '../../../core/generation.ts';
import { shownCommand } from '../../../core/shown-command.ts';
import type { ProcessRow } from '../../../ports/host.ts';
import { GENERATION_VARIABLE } from './environment.ts';

const LONGEST_COMMAND = 300;

export function memberKey(process: { readonly pid: number; readonly start_ticks: number }): string {
  return `${process.pid}:${process.start_ticks}`;
}

export function asMember(row: ProcessRow): Member {
  const { pid, start_ticks, ppid, state, user } = row;
  return { pid, start_ticks, ppid, state, user, command: shownCommand(row.argv).slice(0, LONGEST_COMMAND) };
}

/** Processes that never belong to a service, whatever they carry or descend from: ourselves and what we run under. */
export function ownProcesses(rows: readonly ProcessRow[], self: number): ReadonlySet<number> {
  const parents = new Map(rows.map((row) => [row.pid, row.ppid]));
  const own = new Set<number>();
  for (let pid: number | undefined = self; pid !== undefined && !own.has(pid); pid = parents.get(pid))
    own.add(pid);
  return own;
}

/**
 * The processes of one generation, followed from scan to scan: descendants by pid and start ticks, and carriers of the
 * id. Who was a member once stays one, also under another parent or in another session.
 */
export class Members {
  readonly #generation: Generation;
  readonly #known = new Set<string>();
  /** Processes that were looked at and do not carry the id; an exec makes the argv, and so the entry, a new one. */
  #strangers = new Set<string>();

  constructor(generation: Generation, earlier: readonly Member[]) {
    this.#generation = generation;
    for (const process of [generation, ...earlier]) this.#known.add(memberKey(process));
  }

  has(process: { readonly pid: number; readonly start_ticks: number }): boolean {
    return this.#known.has(memberKey(process));
  }

  /** Living members in this scan. */
  async update(
    rows: readonly ProcessRow[],
    self: number,
    environment: (pid: number) => Promise<Readonly<Record<string, string>> | null>,
  ): Promise<ProcessRow[]> {
    const own = ownProcesses(rows, self);
    const candidates = rows.filter((row) => !isGone(row.state) && !own.has(row.pid) && this.#isYounger(row));
    await this.#learnCarriers(candidates, environment);
    this.#learnDescendants(candidates);
    return candidates.filter((row) => this.has(row));
  }

  /** No process of a generation is older than its leader; members from a record may be. */
  #isYounger(row: ProcessRow): boolean {
    return row.start_ticks >= this.#generation.start_ticks || this.has(row);
  }

  async #learnCarriers(
    rows: readonly ProcessRow[],
    environment: (pid: number) => Promise<Readonly<Record<string, string>> | null>,
  ): Promise<void> {
    if (this.#generation.id === '') return;
    const strangers = new Set<string>();
    for (const row of rows) {
      if (this.has(row)) continue;
      const seen = `${memberKey(row)} ${row.argv.join('\0')}`;
      const carried = this.#strangers.has(seen) ? null : await environment(row.pid);
      if (carried?.[GENERATION_VARIABLE] === this.#generation.id) this.#known.add(memberKey(row));
      // An empty environment is also what a process shows in the middle of an exec.
      else if (carried === null || Object.keys(carried).length > 0) strangers.add(seen);
    }
    this.#strangers = strangers;
  }

  #learnDescendants(rows: readonly ProcessRow[]): void {
    const children = new Map<number, ProcessRow[]>();
    for (const row of rows) children.set(row.ppid, [...(children.get(row.ppid) ?? []), row]);
    const open = rows.filter((row) => this.has(row));
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      for (const child of children.get(parent.pid) ?? []) {
        if (this.has(child) || child.start_ticks < parent.start_ticks) continue;
        this.#known.add(memberKey(child));
        open.push(child);
      }
    }
  }
}
