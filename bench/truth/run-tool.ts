import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMockProcess } from '../../src/mock/process.ts';
import { CLI } from '../support/command.ts';
import { scriptOf, type TruthCase } from './case.ts';
import { ProcessTree } from './process-tree.ts';
import type { Reported } from './reported.ts';
import { type SentTruth, sentTruth } from './sent.ts';
import type { Job, Tool } from './tool.ts';

/** Longer than the slowest tool takes for the longest case. */
const LONGEST_MS = 180_000;

/** One run of a tool beside what its server really did. */
export interface Ran {
  readonly reported: Reported;
  readonly truth: SentTruth;
  readonly cost: Cost;
}

export interface Cost {
  /** CPU of the tool from the first arrival to the end of the last answer, for each event of these. */
  readonly cpu_us_per_event: number;
  /** The same, as a share of one core. */
  readonly core_share: number;
  /** What others took of its core in that time; null: it has no core of its own. */
  readonly others_share: number | null;
  /** From the start of the process to its end, without the load. */
  readonly beyond_load_s: number;
  readonly peak_mb: number;
}

/** The server on core 0 and each tool on core 1, where that can be had. */
export const PINNED = spawnSync('taskset', ['-c', '1', 'true']).status === 0;
const on = (core: number) => (PINNED ? ['taskset', '-c', String(core)] : []);

/**
 * `use` gets the folder of the run before it is removed. Throws if the tool wrote no result, or if the server saw
 * another number of requests than were asked for: then the two are not about the same load.
 */
export async function runTool<T>(tool: Tool, one: TruthCase, use: (ran: Ran, job: Job) => T): Promise<T> {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-truth-'));
  const script = scriptOf(one, tool.warmUps(one));
  const mock = await startMockProcess([...on(0), process.execPath, CLI, 'mock'], script);
  try {
    const job = { one, url: mock.url, dir };
    const { argv, env } = tool.command(job);
    const { stdout, stderr, wall_ms, watched } = await run([...on(1), ...argv], env, dir);
    const truth = sentTruth(await mock.log(), one);
    const seen = truth?.seen ?? 0;
    if (truth === null || (tool.repeats ? seen < one.requests : seen !== one.requests))
      throw new Error(
        `${tool.name}, ${one.name}: the server saw ${seen} requests, not ${one.requests}\n${tail(stdout)}\n${tail(stderr)}`,
      );
    const cost = costOf(watched, truth, wall_ms);
    return use({ reported: parsed(tool, job, stdout, stderr), truth, cost }, job);
  } finally {
    await mock.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

function parsed(tool: Tool, job: Job, stdout: string, stderr: string): Reported {
  try {
    return tool.parse(job, stdout);
  } catch (error) {
    throw new Error(`${tool.name}, ${job.one.name}: ${error}\n${tail(stdout)}\n${tail(stderr)}`);
  }
}

const tail = (text: string) => text.trimEnd().slice(-1000);

function costOf(watched: ProcessTree, { events, window }: SentTruth, wall_ms: number): Cost {
  const load_ms = window.to_ms - window.from_ms;
  const { cpu_ms, others_ms } = watched.within(window.from_ms, window.to_ms);
  return {
    cpu_us_per_event: (1000 * cpu_ms) / events,
    core_share: cpu_ms / load_ms,
    others_share: others_ms === null ? null : others_ms / load_ms,
    beyond_load_s: (wall_ms - load_ms) / 1000,
    peak_mb: watched.peak_mb,
  };
}

/** Everything that it started ends with it: all of it is in one group. */
function run(argv: readonly string[], env: NodeJS.ProcessEnv, cwd: string) {
  const [file = '', ...words] = argv;
  const begun = performance.now();
  const child = spawn(file, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const watched = new ProcessTree(child.pid ?? 0, PINNED ? 1 : null);
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // nothing of it is left
    }
  };
  const too_long = setTimeout(end, LONGEST_MS);
  process.once('exit', end);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise<{ stdout: string; stderr: string; wall_ms: number; watched: ProcessTree }>(
    (resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => {
        const wall_ms = performance.now() - begun;
        clearTimeout(too_long);
        watched.stop();
        end();
        process.off('exit', end);
        child.once('close', () => resolve({ stdout, stderr, wall_ms, watched }));
      });
    },
  );
}
