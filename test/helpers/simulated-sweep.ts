import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import { MemoryJournal } from '../../src/adapters/journal/memory.ts';
import { MemoryLock } from '../../src/adapters/lock/memory.ts';
import { baseFor } from '../../src/cli/base.ts';
import type { Configuration } from '../../src/core/config/configuration.ts';
import { parseConfiguration } from '../../src/core/config/parse.ts';
import { engineDefinition } from '../../src/core/engine/index.ts';
import type { Suite } from '../../src/core/evaluate/suite.ts';
import { buildPlan, DEFAULT_MAX_TRIALS } from '../../src/core/plan/build-plan.ts';
import type { JournalLine } from '../../src/core/sweep/records.ts';
import type { RunRequest, RunResult, StoredRun } from '../../src/run/api.ts';
import type { Ports } from '../../src/run/ports.ts';
import { runSweep } from '../../src/run/sweep.ts';
import type { Built, SimMachine } from '../../src/sim/build.ts';
import { FaultBook, type FaultSpec } from '../../src/sim/faults/book.ts';
import { parseFaultSpec } from '../../src/sim/faults/parse.ts';
import { storyConfiguration } from '../../src/sim/story/configuration.ts';
import { buildStory } from '../../src/sim/story/story.ts';
import { simulatedPorts } from '../../src/wire-simulated.ts';

export interface SimulatedSweepOptions {
  /** `NAME[:PHASE][@START]`, as for `--fault`, or with what that text cannot say. */
  readonly faults?: readonly (string | FaultSpec)[];
  readonly seed?: number;
  /** Seconds that a load takes; the story's 420 unless given. */
  readonly load_s?: number;
  readonly configuration?: Configuration;
  readonly under_traffic?: boolean;
  /** The problems of the configuration's `evaluation`. */
  readonly suite?: Suite;
  /** That of an earlier run, as that one has left it; `faults` and `load_s` are then its own. */
  readonly host?: SimulatedHost;
}

interface SimulatedHost {
  readonly clock: VirtualClock;
  readonly built: Built;
}

export interface SimulatedSweep extends RunResult {
  readonly journal: readonly JournalLine[];
  /** The host as the sweep has left it. */
  readonly machine: SimMachine;
  readonly host: SimulatedHost;
  /** What was to be run: with the journal all that its decision is made from. */
  readonly stored: StoredRun;
  /** Seconds of simulated time. */
  readonly took_s: number;
}

/** `holdpoint.yaml` of the story, read. */
export function storyOf(...parts: Parameters<typeof storyConfiguration>): Configuration {
  const read = parseConfiguration(Buffer.from(storyConfiguration(...parts)), {
    file: '/etc/holdpoint.yaml',
    environment: {},
    engine: engineDefinition,
  });
  if (!read.ok) throw new Error(read.problems.map((problem) => problem.message).join('\n'));
  return read.configuration;
}

/** A run over the host of the story, in this process and on a virtual clock; nothing is written to disk. */
export class SimulatedRun {
  readonly clock: VirtualClock;
  readonly built: Built;
  readonly journal: MemoryJournal;
  readonly #lock: MemoryLock;
  readonly #configuration: Configuration;
  readonly #seed: number;
  readonly #under_traffic: boolean;
  readonly #suite: Suite | undefined;
  #ports: Ports | null = null;
  #stored: StoredRun | null = null;

  private constructor(options: SimulatedSweepOptions, clock: VirtualClock, built: Built, boot_id: string) {
    this.clock = clock;
    this.built = built;
    this.journal = new MemoryJournal({ clock, boot_id });
    this.#lock = new MemoryLock({ pid: 1, start_ticks: 0, boot_id, uid: 0 });
    this.#configuration = options.configuration ?? storyOf();
    this.#seed = options.seed ?? 1;
    this.#suite = options.suite;
    this.#under_traffic = options.under_traffic ?? false;
  }

  static async of(options: SimulatedSweepOptions = {}): Promise<SimulatedRun> {
    const { clock, built } = options.host ?? hostOf(options);
    const { boot_id } = await built.host.identity();
    return new SimulatedRun(options, clock, built, boot_id);
  }

  /** From the first record to the last. */
  sweep(): Promise<SimulatedSweep> {
    return this.again(runSweep);
  }

  /** What another process of Holdpoint does with the same run folder. */
  async again(work: (request: RunRequest) => Promise<RunResult>): Promise<SimulatedSweep> {
    const request = this.#request();
    const result = await this.clock.run(request.then(work));
    const { journal, built, clock } = this;
    const { machine } = built;
    const { stored } = await request;
    return {
      ...{ ...result, journal: journal.lines, machine, host: { clock, built }, stored },
      took_s: clock.now() / 1000,
    };
  }

  async #request(): Promise<RunRequest> {
    const ports = await this.#process();
    this.#stored ??= await this.#planned(ports);
    const operator = { latest: null, onRequest: () => () => {} };
    const folder = { dir: '/nowhere/runs/simulated', runs_dir: '/nowhere/runs' };
    return { stored: this.#stored, ...folder, ports, operator, sink() {} };
  }

  async #process(): Promise<Ports> {
    const { built, clock, journal } = this;
    const ports = await simulatedPorts(this.#configuration, built, clock, { journal, lock: this.#lock });
    this.#ports ??= ports;
    const { readDocument, writeDocument } = this.#ports;
    const openJournal = async () => ({ journal, lines: [...journal.lines] });
    return { ...ports, readDocument, writeDocument, openJournal };
  }

  async #planned(ports: Ports): Promise<StoredRun> {
    const configuration = this.#configuration;
    const engine = engineDefinition(configuration.engine);
    const base = baseFor(configuration, engine, await ports.supervisor.present());
    return {
      schema_version: 1,
      id: 'simulated',
      command: 'sweep',
      configuration,
      plan: buildPlan(configuration, base, engine, { maxTrials: DEFAULT_MAX_TRIALS }),
      ...(this.#suite === undefined ? {} : { suite: this.#suite }),
      options: { fresh: true, under_traffic: this.#under_traffic, seed: this.#seed },
    };
  }
}

function hostOf({ faults = [], seed = 1, load_s }: SimulatedSweepOptions): SimulatedHost {
  const clock = new VirtualClock();
  const specs = faults.map((fault) => (typeof fault === 'string' ? parseFaultSpec(fault) : fault));
  const book = new FaultBook(specs);
  return {
    clock,
    built: buildStory({ clock, seed, faults: book, ...(load_s === undefined ? {} : { load_s }) }),
  };
}

/** A whole sweep: the shortest way. */
export async function simulatedSweep(options: SimulatedSweepOptions = {}): Promise<SimulatedSweep> {
  return (await SimulatedRun.of(options)).sweep();
}
