import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SweepDocument } from '../../src/core/documents/sweep.ts';
import type { Plan, PlannedTrial } from '../../src/core/plan/plan.ts';
import { secretsOf } from '../../src/core/plan/secrets-of.ts';
import type { JournalRecord } from '../../src/core/sweep/records.ts';
import type { StoredRun } from '../../src/run/api.ts';
import { createRun, writeDocument } from '../../src/run/store.ts';
import { objective, sweep } from '../report/fixtures.ts';
import { configuration, definition } from '../run/doctor/patient.ts';

export const ID = '20261129-230400-k26-0001';

function planned(name: string): PlannedTrial {
  return {
    name,
    setting: {},
    setting_id: 'x',
    definition,
    wanted: [],
    diff: [],
    duplicate_of: null,
    rejected: null,
  };
}

export function storedRun(trials = ['current', 'n4']): StoredRun {
  const plan: Plan = {
    name: 'k26',
    plan_id: 'p',
    base: definition,
    trials: trials.map(planned),
    baseline: trials[0] ?? null,
    points: [],
    instrumentation: { argv: [], env: {} },
    touched: [],
    undo: [],
  };
  const options = { fresh: false, under_traffic: false, seed: 1 };
  return {
    schema_version: 1,
    id: ID,
    command: 'sweep',
    configuration: { ...configuration, objective },
    plan,
    options,
  };
}

/** A run folder as a real run leaves it: plan, journal, and the log of one start. */
export class RunFolder {
  readonly runs: string;
  readonly dir: string;
  #seq = 0;

  constructor(home: string, stored = storedRun()) {
    this.runs = join(home, 'runs');
    mkdirSync(this.runs, { mode: 0o700, recursive: true });
    this.dir = createRun(this.runs, stored, secretsOf(stored.plan.base));
  }

  journal(...records: readonly JournalRecord[]): void {
    for (const record of records) {
      this.#seq += 1;
      const line = {
        seq: this.#seq,
        wall: '2026-11-29T23:04:00.000Z',
        mono_ms: 0,
        boot_id: 'boot',
        record,
        sum: '00000000',
      };
      writeFileSync(join(this.dir, 'events.jsonl'), `${JSON.stringify(line)}\n`, { flag: 'a' });
    }
  }

  controller(pid: number, start_ticks: number): void {
    writeDocument(this.dir, 'controller.json', { pid, start_ticks, boot_id: 'boot', uid: 1000 });
  }

  log(trial: string, start: number, text: string | Uint8Array): void {
    const folder = join(this.dir, 'trials', trial, `start-${start}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'server.log'), text);
  }

  end(document: SweepDocument = sweep({ id: ID, dir: this.dir })): void {
    this.journal({ type: 'sweep.ended', state: 'done', decision: document.decision, faults: [] });
    writeDocument(this.dir, 'summary.json', document);
  }
}
