import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Figure, Row } from './row.ts';
import { longJournal } from './support/long-journal.ts';
import { Scene } from './support/scene.ts';
import { median, spread } from './support/stats.ts';

const RECORDS = 100_000;
const RUNS = 5;
const ROOT = path.resolve(import.meta.dirname, '..');

interface Replayed {
  readonly wall_ms: number;
  readonly read_ms: number;
  readonly cpu_ms: number;
  readonly records: number;
  readonly measured: number;
}

export const resume: Row = {
  name: 'resume',
  how: `A journal of ${RECORDS.toLocaleString('en')} records, made by code: those of a real sweep, start after start, with their evidence. In ${RUNS} fresh processes: opened, every checksum verified, folded into the state, as \`resume\` does before it looks at the host; without the start of the process`,
  async measure() {
    const scene = new Scene();
    try {
      const { plan, bytes, records } = longJournal(RECORDS);
      if (records !== RECORDS) throw new Error(`a journal of ${records} records`);
      const folder = scene.folder('run');
      chmodSync(folder, 0o700);
      writeFileSync(path.join(folder, 'events.jsonl'), bytes, { mode: 0o600 });
      const planFile = path.join(scene.dir, 'plan.json');
      writeFileSync(planFile, JSON.stringify(plan));
      const runs = Array.from({ length: RUNS }, () => replayed(folder, planFile));
      const wall = runs.map((r) => r.wall_ms / 1000);
      const [read, cpu] = [median(runs.map((r) => r.read_ms)), median(runs.map((r) => r.cpu_ms))];
      const detail = `${(bytes.length / 1e6).toFixed(0)} MB, ${runs[0]?.measured} settings measured; read and verified after ${read.toFixed(0)} ms; CPU ${(cpu / 1000).toFixed(2)} s (the collector has threads of its own)`;
      return [
        {
          what: 'replay of 100,000 records',
          value: median(wall),
          unit: 's',
          limit: 1,
          noise: spread(wall, 's', 2),
          detail,
        },
      ] satisfies Figure[];
    } finally {
      scene.remove();
    }
  },
};

function replayed(folder: string, planFile: string): Replayed {
  const args = ['--import', './scripts/ts.mjs', 'bench/fixtures/replay.ts', folder, planFile];
  const result = JSON.parse(
    execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }),
  ) as Replayed;
  if (result.records !== RECORDS || result.measured < RECORDS / 40)
    throw new Error(`replayed ${JSON.stringify(result)}`);
  return result;
}
