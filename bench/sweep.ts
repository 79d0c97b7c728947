import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JournalLine } from '../src/core/sweep/records.ts';
import { CLI, run } from './process.ts';
import { median, type Row, spread } from './row.ts';

const SERVER = path.resolve('.engine/llama/llama-server');
const MODEL = path.resolve('.engine/models/tiny.gguf');
const PORT = 18_650;
const BEAT_MS = 250;

/**
 * A real sweep. The true events come from the server's own clock: readiness from the elapsed time that its log prints
 * with "server is listening" (counted from the start that the journal saw), its end from the exit that Holdpoint waited
 * for. Next to Holdpoint's delay stand polls of 1 s and 15 s over the same events: half their period on average.
 */
export async function sweep(): Promise<readonly Row[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-bench-'));
  mkdirSync(path.join(dir, 'home'));
  const settings = Array.from({ length: 6 }, (_, i) => ({ name: `s${i}`, batch: 128 * (i + 1) }));
  const workloads = [
    { name: 'w', prompts: 'builtin:chat', api: 'completions', concurrency: [1], requests: 2, max_tokens: 8 },
  ];
  const service = {
    kind: 'process',
    command: [SERVER, '-m', MODEL, '-c', '1024', '-np', '1', '-t', '1', '--port', String(PORT)],
  };
  const parameters = { batch: { flag: '-b', values: settings.map((s) => s.batch) } };
  writeFileSync(
    path.join(dir, 'holdpoint.yaml'),
    JSON.stringify({
      version: 1,
      name: 'bench',
      service,
      engine: 'llamacpp',
      endpoint: `http://127.0.0.1:${PORT}`,
      parameters,
      settings,
      workloads,
    }),
  );
  const ran = await run([process.execPath, CLI, 'sweep', '--yes', '--fresh', '--dir', dir], {
    cwd: dir,
    env: { ...process.env, HOME: path.join(dir, 'home') },
  });
  const runDir = path.join(dir, 'runs', readdirSync(path.join(dir, 'runs'))[0] ?? '');
  const lines = readFileSync(path.join(runDir, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalLine);
  const ready = readyDelays(lines);
  rmSync(dir, { recursive: true });
  if (ran.code !== 0 && ran.code !== 10) throw new Error(`the sweep ended with ${ran.code}`);
  return [
    {
      name: 'ready delay',
      what: "from the server's own ready line to the next hold point, beyond the probe rule",
      value: median(ready) - BEAT_MS,
      limit: 300,
      unit: 'ms',
      how: `delay ${spread(ready)} ms, less one beat of ${BEAT_MS} ms; a poll of 1 s waits 500, of 15 s 7,500 on average`,
    },
    {
      name: 'sweep memory',
      what: 'resident memory of a running sweep',
      value: ran.peak_mb,
      limit: 120,
      unit: 'MB',
      how: 'VmHWM of the process',
    },
  ];
}

/** Start of each server by the journal, its ready line by its own elapsed time, and when `loaded` was journaled. */
function readyDelays(lines: readonly JournalLine[]): readonly number[] {
  const delays: number[] = [];
  let released: number | null = null;
  let log = '';
  for (const { record, mono_ms } of lines) {
    if (record.type === 'generation') log = record.log_file;
    if (record.type === 'outcome' && record.method === 'release') released = mono_ms;
    if (record.type !== 'holdpoint' || record.result.name !== 'loaded' || record.result.state !== 'passed')
      continue;
    const line = readFileSync(log, 'utf8')
      .split('\n')
      .find((text) => text.includes('listening on http'));
    const own = elapsedMs(line ?? '');
    if (released !== null && own !== null) delays.push(mono_ms - released - own);
  }
  return delays;
}

/** `M.SS.mmm.uuu` at the head of a line of llama-server, in ms. */
function elapsedMs(line: string): number | null {
  const match = /^(\d+)\.(\d\d)\.(\d{3})\.(\d{3})/.exec(line);
  if (match === null) return null;
  const [, minutes, seconds, ms, us] = match.map(Number);
  return (minutes ?? 0) * 60_000 + (seconds ?? 0) * 1000 + (ms ?? 0) + (us ?? 0) / 1000;
}
