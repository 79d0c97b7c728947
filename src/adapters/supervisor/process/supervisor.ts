import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { FaultError, fault } from '../../../core/fault.ts';
import type { Definition, Generation, Member } from '../../../core/generation.ts';
import { sameGeneration } from '../../../core/generation.ts';
import type { Host } from '../../../ports/host.ts';
import type {
  Life,
  LogChunk,
  Prepared,
  Present,
  SignalReport,
  Supervisor,
} from '../../../ports/supervisor.ts';
import { type Adopted, findAdopted } from './adoption.ts';
import { isLossless, runningDefinition } from './definition.ts';
import { GENERATION_VARIABLE, wantedEnvironment } from './environment.ts';
import { type Beginnings, Followed } from './followed.ts';
import { hold, isHolder } from './hold.ts';
import { LogReader } from './log-reader.ts';
import { asMember, memberKey } from './members.ts';
import { problemsOf } from './preparation.ts';
import { signalMembers } from './signals.ts';

export interface ProcessSupervisorOptions {
  /** The machine that this process runs on: servers are its children. */
  readonly host: Host;
  readonly boot_id: string;
  /** Where clients connect. */
  readonly address: string;
  /** A running service that Holdpoint did not start; null: only what Holdpoint starts is the service. */
  readonly adopted: Adopted | null;
  /** Laid under a definition whose environment is not complete. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const NOTHING: Present = { generation: null, definition: null, members: [], ours: false };

/** Servers as plain processes: held before exec until their record is on disk, and outliving Holdpoint. */
export class ProcessSupervisor implements Supervisor {
  readonly kind = 'process';
  readonly #options: ProcessSupervisorOptions;
  /** Oldest first. */
  readonly #followed: Followed[] = [];

  constructor(options: ProcessSupervisorOptions) {
    this.#options = options;
  }

  /** The youngest generation that has a living process, be it only a member that outlived its leader. */
  async present(): Promise<Present> {
    const { host } = this.#options;
    const rows = this.#followed.length === 0 ? [] : await host.processes();
    for (const followed of this.#followed.toReversed()) {
      const alive = await followed.look(host, rows);
      if (alive.length === 0) continue;
      const leader = alive.find((row) => memberKey(row) === memberKey(followed.generation));
      const running =
        leader === undefined || isHolder(leader.argv) ? null : await runningDefinition(host, leader);
      const definition = running ?? followed.definition;
      return {
        generation: followed.generation,
        definition,
        members: alive.map(asMember),
        ours: followed.generation.id !== '',
      };
    }
    // Once something was started or adopted, whoever else turns up on the port is foreign.
    return this.#followed.length === 0 && this.#options.adopted !== null
      ? this.#adopt(this.#options.adopted)
      : NOTHING;
  }

  async prepare(definition: Definition, logFile: string): Promise<Prepared> {
    const id = randomUUID();
    const problems = await problemsOf(definition, this.#environment(definition, id), logFile);
    if (problems.length > 0) {
      const evidence = problems.map((text) => ({ kind: 'definition', text }));
      throw new FaultError(fault('definition-rejected', problems.join('; '), { evidence }));
    }
    return { definition, id, log_file: logFile };
  }

  async start(prepared: Prepared): Promise<Generation> {
    const { definition, id, log_file } = prepared;
    const { host, boot_id } = this.#options;
    try {
      const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
      const log = await open(log_file, flags, 0o600);
      try {
        const base = (await log.stat()).size;
        const env = this.#environment(definition, id);
        const held = await hold(definition.argv, env, definition.cwd, log.fd);
        const row = await host.process(held.pid);
        if (row === null) {
          held.abandon();
          throw new Error('the process was gone before it was let go');
        }
        const generation: Generation = {
          kind: 'process',
          id,
          pid: held.pid,
          start_ticks: row.start_ticks,
          boot_id,
        };
        const { [GENERATION_VARIABLE]: _, ...shown } = env;
        const whole: Definition = { ...definition, env: shown, env_complete: true };
        this.#follow(generation, { held, log: new LogReader(log_file, base), definition: whole });
        return generation;
      } finally {
        await log.close();
      }
    } catch (error) {
      const evidence = [{ kind: 'start', text: String(error) }];
      throw new FaultError(fault('start-refused', 'the process could not be created', { evidence }));
    }
  }

  async release(generation: Generation): Promise<void> {
    if (await this.#follow(generation).release()) return;
    throw new FaultError(
      fault('start-refused', 'the held process is gone, it was not let go', {
        data: { pid: generation.pid },
      }),
    );
  }

  async life(generation: Generation): Promise<Life> {
    return this.#follow(generation).life(this.#options.host);
  }

  async signal(
    generation: Generation,
    members: readonly Member[],
    signal: 'TERM' | 'KILL',
  ): Promise<SignalReport> {
    return signalMembers(this.#options.host, this.#follow(generation), members, signal);
  }

  async log(generation: Generation, cursor: number): Promise<LogChunk> {
    const followed = this.#follow(generation);
    if (followed.log === null) return { lines: [], cursor, readable: false, file: null };
    // Asked before reading: what ended before has written all that it ever will.
    const ended = await followed.hasEnded(this.#options.host);
    return followed.log.read(cursor, ended);
  }

  /** A log of an earlier life of Holdpoint is taken from its beginning: one file belongs to one generation. */
  async follow(generation: Generation, logFile: string | null, members: readonly Member[]): Promise<void> {
    const earlier = this.#followed.findIndex((followed) => sameGeneration(followed.generation, generation));
    if (this.#followed[earlier]?.isOurChild === true) return;
    if (earlier >= 0) this.#followed.splice(earlier, 1);
    this.#follow(generation, { log: logFile === null ? null : new LogReader(logFile, 0), members });
  }

  #environment(definition: Definition, id: string): Record<string, string> {
    return wantedEnvironment(definition, this.#options.environment, id);
  }

  #follow(generation: Generation, beginnings: Partial<Beginnings> = {}): Followed {
    const known = this.#followed.find((followed) => sameGeneration(followed.generation, generation));
    if (known !== undefined) return known;
    const unknown = { held: null, log: null, definition: null, members: [] };
    const followed = new Followed(generation, { ...unknown, ...beginnings, boot_id: this.#options.boot_id });
    this.#followed.push(followed);
    return followed;
  }

  async #adopt(adopted: Adopted): Promise<Present> {
    const { host, address, boot_id } = this.#options;
    const leader = await findAdopted(host, adopted, address, process.pid);
    if (leader === null) return NOTHING;
    const definition = await runningDefinition(host, leader);
    if (definition === null) {
      const text = `argv, environment and folder of process ${leader.pid} (${leader.user}) cannot be read`;
      throw new FaultError(fault('permission', text, { data: { pid: leader.pid, uid: leader.uid } }));
    }
    if (!isLossless(definition)) {
      const text = `process ${leader.pid} has an argument or variable that is no UTF-8: it could not be started again as it was`;
      throw new FaultError(fault('definition-rejected', text, { data: { pid: leader.pid } }));
    }
    const { pid, start_ticks } = leader;
    const generation: Generation = { kind: 'process', id: '', pid, start_ticks, boot_id };
    const followed = this.#follow(generation, { definition });
    const alive = await followed.look(host, await host.processes());
    return { generation, definition, members: alive.map(asMember), ours: false };
  }
}
