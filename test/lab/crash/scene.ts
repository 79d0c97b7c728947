import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SweepDocument } from '../../../src/core/documents/sweep.ts';
import type { JournalLine } from '../../../src/core/sweep/records.ts';

const CLI = path.resolve('dist/cli.mjs');
const PRELOAD = path.resolve('test/lab/crash/crash-at.mjs');

/** What a scene has that is not for processes of this machine. */
export interface Place {
  /** Where its folder is made. */
  readonly within: string;
  /** The values of `service:` and `baseline:`. */
  readonly service: string;
  readonly baseline: string;
}

/** A folder with a holdpoint.yaml of two settings on a tiny model, and a private data folder. */
export class Scene {
  readonly dir: string;
  readonly port: number;

  /** `server` are the words in front of the engine's own flags. */
  constructor(server: readonly string[], model: string, port: number, place: Partial<Place> = {}) {
    this.dir = mkdtempSync(path.join(place.within ?? tmpdir(), 'holdpoint-crash-'));
    this.port = port;
    const command = [...server, '-m', model, '-c', '"1024"', '-t', '"1"', '--port', `"${port}"`];
    mkdirSync(path.join(this.dir, 'data'));
    writeFileSync(
      path.join(this.dir, 'holdpoint.yaml'),
      `version: 1
name: crash
service: ${place.service ?? `{ kind: process, command: [${command.join(', ')}] }`}
engine: llamacpp
endpoint: http://127.0.0.1:${port}
parameters:
  slots: { flag: -np, values: [1, 2] }
settings:
  - { name: one, slots: 1 }
  - { name: two, slots: 2 }
baseline: ${place.baseline ?? 'one'}
workloads:
  - { name: w, prompts: builtin:chat, api: completions, concurrency: [1], requests: 2, max_tokens: 8, temperature: 0, body: { cache_prompt: false } }
limits: { quiet: 30s, stop: 12s, release: 30s }
`,
    );
  }

  /** Runs Holdpoint; killed right after its N-th journal record where `crashAt` is given. */
  holdpoint(
    args: readonly string[],
    crashAt: number | null = null,
  ): { code: number | null; signal: string | null; stdout: string; stderr: string } {
    const [file = '', ...words] = this.command([process.execPath, CLI, ...args, '--dir', this.dir]);
    const run = spawnSync(file, words, {
      cwd: this.dir,
      env: this.#environment(crashAt),
      encoding: 'utf8',
      timeout: 180_000,
    });
    return { code: run.status, signal: run.signal, stdout: run.stdout, stderr: run.stderr };
  }

  /** Starts Holdpoint and gives it back while it runs; what it says on stderr is collected. */
  begin(args: readonly string[], crashAt: number | null = null): Running {
    const [file = '', ...words] = this.command([process.execPath, CLI, ...args, '--dir', this.dir]);
    return new Running(
      spawn(file, words, {
        cwd: this.dir,
        env: this.#environment(crashAt),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  }

  /** How a command is run where the scene is. */
  protected command(words: readonly string[]): readonly string[] {
    return words;
  }

  #environment(crashAt: number | null): NodeJS.ProcessEnv {
    const env = { ...process.env, HOME: this.dir };
    if (crashAt === null) return env;
    return { ...env, HOLDPOINT_TEST_CRASH_AT: String(crashAt), NODE_OPTIONS: `--import ${PRELOAD}` };
  }

  sweep(crashAt: number | null): ReturnType<Scene['holdpoint']> {
    return this.holdpoint(['sweep', '--json', '--yes', '--fresh'], crashAt);
  }

  runDir(): string {
    const runs = path.join(this.dir, 'runs');
    return path.join(runs, readdirSync(runs)[0] ?? 'none');
  }

  journal(): readonly JournalLine[] {
    const text = readFileSync(path.join(this.runDir(), 'events.jsonl'), 'utf8');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JournalLine);
  }

  /** Pids of living servers of this scene, found by their own port in argv. */
  servers(): readonly number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => {
        try {
          const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
          const state = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0];
          return argv.includes('--port') && argv.includes(String(this.port)) && state !== 'Z';
        } catch {
          return false;
        }
      });
  }

  clean(): void {
    for (const pid of this.servers()) process.kill(pid, 'SIGKILL');
    // a Holdpoint whose terminal was lost may still write its last words
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** A Holdpoint that runs beside the test. */
export class Running {
  stderr = '';
  stdout = '';
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  private readonly child: ChildProcess;
  private readonly waits: { readonly text: string; readonly resolve: () => void }[] = [];

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      for (const wait of this.waits) if (this.stderr.includes(wait.text)) wait.resolve();
    });
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Resolves when it has said so; rejects when it ends before. */
  says(text: string): Promise<void> {
    if (this.stderr.includes(text)) return Promise.resolve();
    return Promise.race([
      new Promise<void>((resolve) => {
        this.waits.push({ text, resolve });
      }),
      this.ended.then(({ code }) => {
        if (!this.stderr.includes(text))
          throw new Error(`ended with ${code} and never said "${text}":\n${this.stderr}`);
      }),
    ]);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

/** What must hold after a crash and what followed it, as words; empty: all of it does. */
export function wrongAfter(
  mode: 'resume' | 'restore',
  scene: Scene,
  run: ReturnType<Scene['holdpoint']>,
): readonly string[] {
  const left = scene.servers();
  const servers = left.length > 0 ? [`servers left: ${left.join(', ')}`] : [];
  return [...servers, ...wrongInRecords(mode, scene, run)];
}

/** The same of the journal, the document and the exit code alone. */
export function wrongInRecords(
  mode: 'resume' | 'restore',
  scene: Scene,
  run: Pick<ReturnType<Scene['holdpoint']>, 'code' | 'stdout' | 'stderr'>,
): readonly string[] {
  const wrong: string[] = [];
  const lines = scene.journal();
  const keys = new Map<string, number>();
  const good = lines.flatMap(({ record }) =>
    record.type === 'start.ended' ? record.start.measurements : [],
  );
  for (const m of good) keys.set(m.measurement_key, (keys.get(m.measurement_key) ?? 0) + 1);
  for (const [key, times] of keys) if (times > 1) wrong.push(`measured ${times} times: ${key}`);
  const finished = lines.some(({ record }) => record.type === 'sweep.ended');
  if (!finished) wrong.push('the journal has no end');
  let document: SweepDocument | null = null;
  try {
    document = (JSON.parse(run.stdout) as { data: SweepDocument }).data;
  } catch {
    wrong.push(`no document: ${run.stderr.slice(-300)}`);
  }
  if (document?.restored.ok !== true) wrong.push('the original is not back');
  if (mode === 'resume') {
    if (run.code !== 0) wrong.push(`exit code ${run.code}`);
    const open =
      document?.trials.filter((trial) => trial.status !== 'measured').map((trial) => trial.name) ?? [];
    if (open.length > 0) wrong.push(`not measured: ${open.join(', ')}`);
    return wrong;
  }
  // a run that had ended before the kill is only told again
  const expected = lines.some(({ record }) => record.type === 'resumed') ? 130 : 0;
  if (run.code !== expected) wrong.push(`exit code ${run.code} instead of ${expected}`);
  return wrong;
}
