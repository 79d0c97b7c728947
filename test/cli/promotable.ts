import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VirtualClock, VirtualDeadlock } from '../../src/adapters/clock/virtual.ts';
import { MemoryLock } from '../../src/adapters/lock/memory.ts';
import type { Services } from '../../src/cli/services.ts';
import type { StoredRun } from '../../src/run/api.ts';
import { resumeRun } from '../../src/run/resume.ts';
import { runSweep } from '../../src/run/sweep.ts';
import { FaultBook } from '../../src/sim/faults/book.ts';
import { parseFaultSpec } from '../../src/sim/faults/parse.ts';
import { storyConfiguration } from '../../src/sim/story/configuration.ts';
import { UNIT } from '../../src/sim/story/service.ts';
import { buildStory } from '../../src/sim/story/story.ts';
import { simulatedPorts } from '../../src/wire-simulated.ts';
import { type Called, holdpoint, type Setup } from './harness.ts';

const WORKLOAD = { concurrency: [1], requests: 4, max_tokens: 96 };
const SETTINGS = [
  { name: 'fast', budget: 8, topk: 4, window: null },
  { name: 'wide', budget: 12, topk: 6, window: 2048 },
] as const;

export const RUNTIME = `/run/systemd/system/${UNIT}.d/zz-holdpoint-promoted.conf`;
export const LASTING = `/etc/systemd/system/${UNIT}.d/zz-holdpoint-promoted.conf`;
export const TRIAL = `/run/systemd/system/${UNIT}.d/zz-holdpoint.conf`;

/**
 * The real commands over a fresh host of the story, on a virtual clock. `cwd` holds the configuration and `runs/`. What
 * was found is too fast for its condition, so that `wide` wins.
 */
export class Promotable {
  readonly cwd: string;
  readonly clock: VirtualClock;
  readonly lock = new MemoryLock({ pid: process.pid, start_ticks: 0, boot_id: 'b', uid: 0 });
  readonly built: ReturnType<typeof buildStory>;

  constructor(cwd: string, faults: readonly string[] = [], day = 5) {
    this.cwd = cwd;
    this.clock = new VirtualClock(Date.UTC(2026, 0, day));
    const book = new FaultBook(faults.map(parseFaultSpec));
    this.built = buildStory({ clock: this.clock, seed: 1, faults: book, load_s: 20 });
    const text = storyConfiguration(WORKLOAD, 30_000, SETTINGS).replace(
      'concurrency: 1 }',
      'concurrency: 1, where: ["output_tokens_per_s <= 160"] }',
    );
    writeFileSync(join(cwd, 'holdpoint.yaml'), text);
  }

  get services(): Partial<Services> {
    return {
      wire: async (configuration) => ({
        ...(await simulatedPorts(configuration, this.built, this.clock)),
        lock: this.lock,
      }),
      runSweep,
      resumeRun,
      operator: async () => ({ latest: null, onRequest: () => () => {}, dispose() {} }),
    };
  }

  call(...argv: string[]): Promise<Called> {
    return this.with({}, ...argv);
  }

  with(setup: Setup, ...argv: string[]): Promise<Called> {
    const { clock, services, cwd } = this;
    const called = holdpoint([...argv, '--dir', cwd], { clock, services, cwd, columns: 200, ...setup });
    return driven(clock, called);
  }

  /** The call whose process dies right after the first such record of the run. */
  async crash(type: string, method: string, ...argv: string[]): Promise<Called> {
    const dying: Services['runSweep'] = (request) =>
      runSweep({
        ...request,
        sink(event) {
          if (event.type !== 'journal') return;
          const { record } = event.line;
          if (record.type === type && 'method' in record && record.method === method)
            throw new Error('the process dies');
        },
      });
    return this.with({ services: { ...this.services, runSweep: dying } }, ...argv);
  }

  systemctl(...words: string[]): Promise<unknown> {
    return this.clock.run(this.built.host.run(['/usr/bin/systemctl', ...words], { timeout_ms: 600_000 }));
  }

  /** One property as the manager shows it. */
  async shows(property: string): Promise<string> {
    const words = ['/usr/bin/systemctl', 'show', '-p', property, '--value', UNIT];
    return (await this.clock.run(this.built.host.run(words))).stdout.trim();
  }

  read(path: string): string | null {
    return this.built.machine.files.read(path);
  }

  write(path: string, text: string): void {
    this.built.machine.files.write(path, text);
  }

  /** All files of the unit that the operator wrote. */
  get files(): Readonly<Record<string, string | null>> {
    const { files } = this.built.machine;
    const folders = ['/etc/systemd/system', '/run/systemd/system'].map((folder) => `${folder}/${UNIT}.d`);
    const found = folders.flatMap((folder) => files.list(folder).map((name) => `${folder}/${name}`));
    const others = found.filter((path) => !path.includes('/zz-holdpoint'));
    return Object.fromEntries(
      [`/etc/systemd/system/${UNIT}`, ...others].map((path) => [path, this.read(path)]),
    );
  }

  /** Words of the server that runs. */
  async argv(): Promise<string> {
    const row = await this.clock.run(this.built.host.process(Number(await this.shows('MainPID'))));
    return row?.argv.join(' ') ?? '';
  }

  get runs(): readonly string[] {
    return readdirSync(join(this.cwd, 'runs')).sort();
  }

  /** The records that were written about a run. */
  journal(id: string): readonly { readonly type: string; readonly method?: string }[] {
    const text = readFileSync(join(this.cwd, 'runs', id, 'events.jsonl'), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).record);
  }

  /** Ends the journal of the first run before its first record of that type. */
  cut(type: string): void {
    const file = join(this.cwd, 'runs', this.runs[0] ?? '', 'events.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes(`"type":"${type}"`));
    writeFileSync(
      file,
      lines
        .slice(0, at)
        .map((line) => `${line}\n`)
        .join(''),
    );
  }

  /** Changes what the first run says of itself. */
  rewrite(change: (stored: StoredRun) => object): void {
    const file = join(this.cwd, 'runs', this.runs[0] ?? '', 'plan.json');
    writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
  }
}

/** A fresh host, with the run folders of another one: a sweep leaves its host as it was. */
export function withRunsOf(from: string, cwd: string, faults: readonly string[] = []): Promotable {
  mkdirSync(cwd, { recursive: true });
  cpSync(join(from, 'runs'), join(cwd, 'runs'), { recursive: true });
  return new Promotable(cwd, faults, 6);
}

/** As `clock.run`, for a promise that waits now and then for what is not of this clock. */
async function driven<T>(clock: VirtualClock, promise: Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await clock.run(promise);
    } catch (error) {
      if (!(error instanceof VirtualDeadlock)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}
