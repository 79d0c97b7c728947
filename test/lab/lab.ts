import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { FileLock } from '../../src/adapters/lock/files.ts';
import { baseFor, ownOf } from '../../src/cli/base.ts';
import type { Configuration } from '../../src/core/config/configuration.ts';
import { formatProblems } from '../../src/core/config/format-problems.ts';
import { parseConfiguration } from '../../src/core/config/parse.ts';
import { engineDefinition } from '../../src/core/engine/index.ts';
import type { Suite } from '../../src/core/evaluate/suite.ts';
import { buildPlan } from '../../src/core/plan/build-plan.ts';
import type { JournalRecord } from '../../src/core/sweep/records.ts';
import type { LoadGenerator, LoadProgress } from '../../src/ports/load.ts';
import type { RunRequest, RunResult, StoredRun } from '../../src/run/api.ts';
import type { Ports } from '../../src/run/ports.ts';
import { resumeRun } from '../../src/run/resume.ts';
import { createRun, newRunId } from '../../src/run/store.ts';
import { runSweep } from '../../src/run/sweep.ts';
import { wire } from '../../src/wire.ts';
import { until } from '../contract/until.ts';
import { requireReal } from '../helpers/real-things.ts';
import { textOf, waitBlocking } from './support/blocking.ts';
import { CallBacks } from './support/call-backs.ts';
import { canListen, freePort } from './support/free-port.ts';
import { Models } from './support/models.ts';
import { carriers } from './support/processes.ts';
import { Ran } from './support/ran.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
/** Carried by every server that a sweep of a test starts, and by every process that a test starts itself. */
export const OURS = 'HOLDPOINT_LAB';
const FOREIGN = 'HOLDPOINT_LAB_FOREIGN';

export type Watch = (record: JournalRecord) => void;
export type WatchLoad = (progress: LoadProgress, trial: string) => void;

/** One test's place: a folder, a free port, sweeps over them, and foreign processes that disturb these. */
export class Lab {
  readonly folder: string;
  readonly mark: string;
  readonly call_backs = new CallBacks();
  readonly port: number;
  readonly #models: Models;
  #foreign_logs = 0;
  readonly #ran: Ran[] = [];
  /** The folder of the sweep that runs now, or of the last one. */
  runDir = '';
  /** Where runs are kept, unless a test says another place. */
  runs_dir: string;
  /** As `--under-traffic`. */
  under_traffic = false;
  /** Of the order in which a sweep with an effort starts its settings. */
  seed = 1;
  /** Said by a test of what becomes of a client that is late. */
  times_client = false;
  /** Said by a test whose original cannot come back. */
  expects_unrestored = false;

  /** `within`: where its folder is made. */
  constructor(port: number, models: Models, within = tmpdir()) {
    this.folder = mkdtempSync(join(within, 'holdpoint-lab-'));
    this.mark = this.folder.slice(-6);
    this.runs_dir = join(this.folder, 'runs');
    this.port = port;
    this.#models = models;
  }

  get engine(): string {
    return requireReal('llama-server');
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  model = (name: Parameters<Models['file']>[0]): Promise<string> => this.#models.file(name);

  fixture(name: string): readonly string[] {
    return [process.execPath, join(FIXTURES, name)];
  }

  /** A real server on this lab's port: the counting model and a small context, unless a test says others. */
  async server(...more: readonly string[]): Promise<readonly string[]> {
    return this.contextless(...(more.includes('-c') ? [] : ['-c', '2048']), ...more);
  }

  /** The same without a context, for tests that sweep it. */
  async contextless(...more: readonly string[]): Promise<readonly string[]> {
    const model = more.includes('-m') ? [] : ['-m', await this.model('count')];
    return [this.engine, ...model, '--port', String(this.port), '-t', '1', ...more];
  }

  /** A whole file: what a test says over what all have in common. */
  configuration(command: readonly string[] | null, own: Readonly<Record<string, unknown>> = {}): object {
    const service = { kind: 'process', command, cwd: this.folder, env: { [OURS]: this.mark } };
    return {
      version: 1,
      name: 'lab',
      service: command === null ? { kind: 'process', adopt: { port: this.port } } : service,
      engine: 'llamacpp',
      endpoint: this.url,
      model: 'tiny',
      parameters: { slots: { flag: '-np', values: [1] } },
      baseline: 'none',
      workloads: [{ name: 'w', prompts: 'builtin:count', api: 'completions', requests: 4, max_tokens: 8 }],
      ...own,
      limits: { load: '60s', quiet: '5s', stop: '6s', release: '20s', ...(own['limits'] ?? {}) },
    };
  }

  /** Runs a sweep in this process. `watch` sees every record right after it was written, before what follows from it. */
  async sweep(
    file: object,
    watch: Watch = () => {},
    watchLoad: WatchLoad = () => {},
    suite?: Suite,
  ): Promise<Ran> {
    const configuration = this.#parsed(file);
    const ports = await this.ports(configuration);
    const engine = engineDefinition(configuration.engine);
    const present = await ports.supervisor.present();
    const own = await ownOf(ports.supervisor, present);
    const plan = buildPlan(configuration, baseFor(configuration, engine, present, own), engine, {
      maxTrials: 500,
    });
    const id = newRunId(configuration.name, Date.now());
    const options = { fresh: true, under_traffic: this.under_traffic, seed: this.seed };
    const judged = suite === undefined ? {} : { suite };
    const stored: StoredRun = {
      ...{ schema_version: 1, id, command: 'sweep', configuration, plan, options },
      ...judged,
    };
    const { runs_dir } = this;
    const dir = createRun(runs_dir, stored, []);
    this.runDir = dir;
    return this.#go((sink) => runSweep({ ...this.#request(stored, dir, ports), sink }), watch, watchLoad);
  }

  /** What another life of Holdpoint does with the same run. */
  async again({ dir }: Ran, mode: 'resume' | 'restore'): Promise<Ran> {
    const stored = JSON.parse(readFileSync(join(dir, 'plan.json'), 'utf8')) as StoredRun;
    const ports = await this.ports(stored.configuration);
    return this.#go((sink) => resumeRun({ ...this.#request(stored, dir, ports), mode, sink }));
  }

  #request(stored: StoredRun, dir: string, ports: Ports): Omit<RunRequest, 'sink'> {
    return {
      stored,
      dir,
      runs_dir: this.runs_dir,
      ports,
      operator: { latest: null, onRequest: () => () => {} },
    };
  }

  async #go(
    work: (sink: RunRequest['sink']) => Promise<RunResult>,
    watch: Watch = () => {},
    watchLoad: WatchLoad = () => {},
  ): Promise<Ran> {
    const records: JournalRecord[] = [];
    const result = await work((event) => {
      if (event.type === 'load') watchLoad(event.progress, event.trial);
      if (event.type !== 'journal') return;
      records.push(event.line.record);
      watch(event.line.record);
    });
    const ran = new Ran(result, records, this.runDir);
    this.#ran.push(ran);
    return ran;
  }

  /** As the command line wires them, with a lock of its own. */
  protected async ports(configuration: Configuration): Promise<Ports> {
    const wired = await wire(configuration);
    return {
      ...wired,
      load: this.times_client ? wired.load : withoutLateness(wired.load),
      lock: new FileLock({ host: wired.own_machine ?? wired.host, folder: join(this.folder, 'lock') }),
    };
  }

  /** Starts a process that is none of the service. It exists when this returns; what it says stands in `log`. */
  foreign(argv: readonly string[]): { readonly pid: number; readonly log: string } {
    const log = join(this.folder, `foreign-${this.#foreign_logs++}.log`);
    const fd = openSync(log, 'a');
    const env = { ...process.env, [FOREIGN]: this.mark };
    const child = spawn(argv[0] ?? '', argv.slice(1), { stdio: ['ignore', fd, fd], env, cwd: this.folder });
    closeSync(fd);
    if (child.pid === undefined) throw new Error(`${argv[0]} could not be started`);
    return { pid: child.pid, log };
  }

  /** The same, and waits until it has said this. */
  foreignThatSays(pattern: RegExp, argv: readonly string[]): ReturnType<Lab['foreign']> {
    const process = this.foreign(argv);
    waitBlocking(`${argv.join(' ')} says ${pattern}`, () => pattern.test(textOf(process.log)));
    return process;
  }

  /** A running server of somebody else. */
  foreignServer(argv: readonly string[]): ReturnType<Lab['foreign']> {
    return this.foreignThatSays(/llama_server: listening/, argv);
  }

  /** Living processes that sweeps of this test have started. */
  get servers(): ReturnType<typeof carriers> {
    return carriers(OURS, this.mark);
  }

  /** Living processes of the test itself, and what was started in their place. */
  get foreigners(): ReturnType<typeof carriers> {
    return carriers(FOREIGN, this.mark);
  }

  async end(): Promise<void> {
    const left = this.servers;
    try {
      await this.#endForeigners();
      for (const { pid } of left) process.kill(pid, 'SIGKILL');
      this.call_backs.close();
      expect(
        left.map(({ pid, command }) => `${pid} ${command}`),
        'servers left behind',
      ).toEqual([]);
      expect(this.call_backs.errors, 'errors in hooks of the test').toEqual([]);
      expect(await canListen(this.port), 'the port is free').toBe(true);
      if (this.expects_unrestored) return;
      for (const ran of this.#ran)
        expect(ran.result.document.restored, 'the original is back').toMatchObject({ ok: true });
    } finally {
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  /**
   * Also what was started in place of one of them, which is no child of the test any more. Threads of a killed process
   * may hold its socket a little longer than its name is in the process table, so their port is waited for.
   */
  async #endForeigners(): Promise<void> {
    for (const { pid } of this.foreigners) process.kill(pid, 'SIGKILL');
    if (this.#foreign_logs > 0) await until(() => canListen(this.port));
  }

  #parsed(file: object): Configuration {
    const name = join(this.folder, 'holdpoint.yaml');
    const parsed = parseConfiguration(Buffer.from(JSON.stringify(file, null, 1)), {
      file: name,
      environment: process.env,
      engine: engineDefinition,
    });
    if (!parsed.ok) throw new Error(formatProblems(parsed.problems, parsed.text));
    return parsed.configuration;
  }
}

/**
 * Load of a client that is never late: several labs share this process, which waits and looks without turning its event loop,
 * and two cores with the servers.
 */
function withoutLateness(load: LoadGenerator): LoadGenerator {
  return {
    measure: async (request) => ({
      ...(await load.measure(request)),
      client: { error_bound_ms: null, verdict: 'unknown' },
    }),
  };
}

/** `test` with a lab; at its end nothing may be left, whatever the test has checked. */
export const test = base.extend<{ models: Models; lab: Lab }>({
  models: [
    // biome-ignore lint/correctness/noEmptyPattern: the first parameter names what the fixture needs
    async ({}, use) => {
      const models = new Models();
      await use(models);
      models.remove();
    },
    { scope: 'file' },
  ],
  lab: async ({ models }, use) => {
    const lab = new Lab(await freePort(), models);
    await use(lab);
    await lab.end();
  },
});
