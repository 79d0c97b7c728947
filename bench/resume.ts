import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeLine } from '../src/adapters/journal/line.ts';
import { readJournal } from '../src/adapters/journal/read.ts';
import type { PlannedTrial } from '../src/core/plan/plan.ts';
import { apply } from '../src/core/sweep/apply.ts';
import type { JournalRecord } from '../src/core/sweep/records.ts';
import { emptyState } from '../src/core/sweep/state.ts';
import { median, type Row, spread } from './row.ts';

const EVENTS = 100_000;
const TIMES = 5;

const definition = { argv: ['/bin/server', '--x', '1'], env: {}, cwd: '/', env_complete: false };

function trial(name: string): PlannedTrial {
  return {
    name,
    setting: { x: 1 },
    setting_id: name,
    definition,
    wanted: [],
    diff: [],
    duplicate_of: null,
    rejected: null,
  };
}

/** The records of changes, over and over, as a long sweep writes them. */
function records(): JournalRecord[] {
  const all: JournalRecord[] = [];
  const generation = { kind: 'process', id: 'g', pid: 7, start_ticks: 7, boot_id: 'b' } as const;
  for (let change = 1; all.length < EVENTS; change += 1) {
    const evidence = [
      { kind: 'listener', text: '127.0.0.1 (socket 123): pid 7, user root, /bin/server --x 1' },
    ];
    all.push({
      type: 'change.begun',
      change,
      goal: 'setting',
      trial: 't1',
      start: change,
      attempt: 1,
      replicate: 1,
    });
    for (const name of [
      'observed',
      'prepared',
      'stopped',
      'released',
      'started',
      'loaded',
      'identified',
    ] as const) {
      all.push({
        type: 'intent',
        change,
        port: 'supervisor',
        method: 'prepare',
        detail: { argv: definition.argv },
      });
      all.push({ type: 'holdpoint', change, result: { name, state: 'passed', waited_s: 1.5, evidence } });
    }
    all.push({ type: 'members', generation, members: [] });
  }
  return all.slice(0, EVENTS);
}

/** Reads, checks every sum and folds, as resume does before it looks at the host. */
export async function resume(): Promise<readonly Row[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-bench-'));
  const file = path.join(dir, 'events.jsonl');
  const lines = records().map(
    (record, i) =>
      encodeLine({ seq: i + 1, wall: '2030-01-01T00:00:00.000Z', mono_ms: i, boot_id: 'b' }, record).bytes,
  );
  writeFileSync(file, Buffer.concat(lines));
  const plan = {
    name: 'b',
    plan_id: 'p',
    base: definition,
    trials: [trial('t1')],
    baseline: 't1',
    points: [],
    instrumentation: { argv: [], env: {} },
    touched: [],
    undo: [],
  };
  const times: number[] = [];
  for (let i = 0; i < TIMES; i += 1) {
    const began = performance.now();
    const content = await readJournal(file);
    const state = content.lines.reduce(apply, emptyState('b', 'sweep', plan));
    times.push((performance.now() - began) / 1000);
    if (state.changes === 0) throw new Error('nothing was folded');
  }
  rmSync(dir, { recursive: true });
  return [
    {
      name: 'resume',
      what: 'journal of 100,000 events read, checked and folded',
      value: median(times),
      limit: 1,
      unit: 's',
      how: `in this process, ${spread(times)}`,
    },
  ];
}
