import { VirtualClock } from './adapters/clock/virtual.ts';
import { LocalHost } from './adapters/host/local.ts';
import type { MemoryJournal } from './adapters/journal/memory.ts';
import { MemoryLock } from './adapters/lock/memory.ts';
import { FILE_COPY, type LogCopy } from './adapters/supervisor/systemd/log-copy.ts';
import type { Configuration } from './core/config/configuration.ts';
import { summarise } from './core/metrics/summarise.ts';
import { AT_ONCE } from './load/after-reads.ts';
import { NEVER_LATE } from './load/client-watch.ts';
import { createLoadGenerator } from './load/generator.ts';
import { openRecord } from './load/record.ts';
import type { Clock } from './ports/clock.ts';
import type { Keeping, Ports } from './run/ports.ts';
import type { Built } from './sim/build.ts';
import { simulatedConnections } from './sim/connections.ts';
import { FaultBook } from './sim/faults/book.ts';
import { parseFaultSpec } from './sim/faults/parse.ts';
import { pacedBy } from './sim/paced.ts';
import { storyConfiguration } from './sim/story/configuration.ts';
import { naiveSweep } from './sim/story/naive.ts';
import { buildStory } from './sim/story/story.ts';
import { assemble, fileKeeping } from './wire.ts';

/** At the usual speed an answer is given four times as fast as in life, so that it can be watched. */
const ANSWERING_SHARE = 4 / 150;

/** The host of the story on a virtual clock that keeps a watcher's pace. Fault: `usage` (a fault that there is not). */
export async function story(options: {
  readonly seed: number;
  readonly speed: number;
  readonly faults: readonly string[];
}) {
  const clock = new VirtualClock(Date.now());
  const faults = new FaultBook(options.faults.map(parseFaultSpec));
  const built = buildStory({ clock, seed: options.seed, faults });
  const answering = Math.max(1, options.speed * ANSWERING_SHARE);
  const pace = pacedBy(() => (built.machine.kernel.isAnswering() ? answering : options.speed));
  return {
    clock,
    configuration: storyConfiguration(),
    run: <T>(work: () => Promise<T>) => clock.run(work(), pace),
    naive: (tell: Parameters<typeof naiveSweep>[0]['tell']) => naiveSweep({ host: built.host, clock, tell }),
    wire: (configuration: Configuration) => simulatedPorts(configuration, built, clock),
  };
}

/** Of a run that is kept nowhere but in this process. */
export interface InMemory {
  readonly journal: MemoryJournal;
  readonly lock: MemoryLock;
}

/**
 * The real adapters over a simulated host. With `memory` nothing is written: journal, logs and records end with the
 * process, and thousands of runs can be made. Faults: those of `wire`.
 */
export async function simulatedPorts(
  configuration: Configuration,
  { host, machine }: Built,
  clock: Clock,
  memory: InMemory | null = null,
): Promise<Ports> {
  return assemble(configuration, {
    clock,
    host,
    own_machine: new LocalHost(),
    environment: {},
    log_copy: memory === null ? FILE_COPY : memoryCopy(),
    load: createLoadGenerator({
      clock,
      open: () => simulatedConnections(machine.kernel),
      watchClient: () => NEVER_LATE,
      afterReads: () => AT_ONCE,
      threads: null,
      exercised: async () => {},
      statistics: async () => ({ summarise }),
      record: memory === null ? openRecord : async () => ({ add() {}, close: async () => {} }),
    }),
    lock: memory?.lock ?? (await processLock()),
    keeping: (boot_id) => (memory === null ? fileKeeping(clock, boot_id) : memoryKeeping(memory.journal)),
  });
}

/** Nobody else knows of this host: a lock within the process is as good as one on disk. */
async function processLock(): Promise<MemoryLock> {
  const { boot_id, uid } = await new LocalHost().identity();
  return new MemoryLock({ pid: process.pid, start_ticks: 0, boot_id, uid });
}

function memoryCopy(): LogCopy {
  const sizes = new Map<string, number>();
  return {
    size: async (file) => sizes.get(file) ?? 0,
    async append(file, text) {
      sizes.set(file, (sizes.get(file) ?? 0) + Buffer.byteLength(text));
    },
  };
}

function memoryKeeping(journal: MemoryJournal): Keeping {
  const documents = new Map<string, unknown>();
  return {
    makeFolder() {},
    writeDocument: (dir, name, value) => void documents.set(`${dir}/${name}`, value),
    readDocument: <T>(dir: string, name: string) =>
      (documents.get(`${dir}/${name}`) as T | undefined) ?? null,
    sealRun: () => false,
    scrubLogs() {},
    readJournal: async () => journal.lines,
    openJournal: async () => ({ journal, lines: [] }),
  };
}
