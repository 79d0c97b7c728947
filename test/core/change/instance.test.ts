import { expect, test } from 'vitest';
import { effective } from '../../../src/core/change/holdpoints/effective.ts';
import type { Answer, View } from '../../../src/core/change/types.ts';
import { engineDefinition } from '../../../src/core/engine/index.ts';

/** What hold point 9 records of a server that answers like this. */
function evidenceOf(documents: Readonly<Record<string, unknown>>): readonly string[] {
  const view = {
    input: {
      engine: engineDefinition('vllm'),
      goal: { kind: 'setting', wanted: [], capacity: null },
      cores: 8,
    },
    facts: { log: [], log_cursor: 0, probes: [], present: null, adopted: false, generation: null },
    now: 0,
    since: 0,
  } as unknown as View;
  const values = {
    report: { documents, model: null, version: null },
    present: { definition: { argv: ['vllm', 'serve', '/m'], env: {}, cwd: '/', env_complete: true } },
    log: { lines: [], cursor: 0, readable: true, file: null },
  };
  const answers = new Map(
    Object.entries(values).map(([tag, value]): [string, Answer] => [tag, { ok: true, value, took_ms: 0 }]),
  );
  const judgement = effective.judge(view, null, answers);
  return judgement.verdict === 'pass' ? (judgement.evidence ?? []).map(({ text }) => text) : [];
}

test('what the engine itself gives to tell its starts apart is recorded, and nothing where it gives nothing', () => {
  const started = { '/metrics': { process_start_time_seconds: 1795969862.19 } };
  expect(evidenceOf(started)).toContain('process_start_time_seconds 1795969862.19');
  expect(evidenceOf({}).join()).not.toContain('process_start_time');
});
