import { describe, expect, test } from 'vitest';
import { effective } from '../../../src/core/change/holdpoints/effective.ts';
import type { Answer, View } from '../../../src/core/change/types.ts';
import type { EngineName } from '../../../src/core/engine/definition.ts';
import { engineDefinition } from '../../../src/core/engine/index.ts';
import { treeInfo, treeStart } from '../engine/sglang/fixture.ts';

interface Scene {
  readonly engine?: EngineName;
  readonly argv?: readonly string[];
  readonly info?: unknown;
  readonly log?: readonly string[];
  readonly timings?: Readonly<Record<string, number>> | null;
}

const DFLASH = [
  'sglang',
  'serve',
  '--speculative-algorithm',
  'DFLASH',
  '--speculative-draft-model-path',
  '/d',
];
const LLAMA = ['llama-server', '--spec-type', 'draft-simple', '-md', '/d.gguf'];

/** What hold point 9 makes of a server that was started for a setting which sweeps nothing of speculation. */
function judged({ engine = 'sglang', argv = DFLASH, info = null, log = [], timings = null }: Scene) {
  const view = {
    input: {
      engine: engineDefinition(engine),
      goal: { kind: 'setting', wanted: [], capacity: null },
      cores: 8,
    },
    facts: { log: [], log_cursor: 0, probes: [{ timings }], present: null, adopted: false, generation: null },
    now: 0,
    since: 0,
  } as unknown as View;
  const values = {
    report: { documents: { '/server_info': info }, model: null, version: null },
    present: { definition: { argv, env: {}, cwd: '/', env_complete: true } },
    log: {
      lines: log.map((text, i) => ({ text, line: i + 1, offset: 0 })),
      cursor: 0,
      readable: true,
      file: null,
    },
  };
  const answers = new Map(
    Object.entries(values).map(([tag, value]): [string, Answer] => [tag, { ok: true, value, took_ms: 0 }]),
  );
  const judgement = effective.judge(view, null, answers);
  return judgement.verdict === 'fail' ? judgement.fault : judgement.verdict;
}

describe('a command that asks for speculation', () => {
  test('passes where the draft runner is in the log, although no answer counts drafted tokens', () => {
    expect(judged({ log: treeStart() })).toBe('pass');
  });

  test("passes on the server's own report where the log is not readable", () => {
    expect(judged({ info: treeInfo({ speculative_algorithm: 'DFLASH' }) })).toBe('pass');
  });

  test('fails where the report names no algorithm', () => {
    expect(judged({ info: treeInfo({ speculative_algorithm: null }), log: treeStart() })).toMatchObject({
      name: 'config-mismatch',
      message: 'the command asks for speculation, but the server drafts nothing',
      evidence: [{ text: '/server_info speculative_algorithm = None' }],
    });
  });

  test('fails where nothing shows it: unknown is not yes', () => {
    expect(judged({})).toMatchObject({
      name: 'config-mismatch',
      message: 'the command asks for speculation, but nothing shows that the server drafts',
      data: { parameter: 'speculation', got: null },
    });
  });

  test('of an engine that counts drafted tokens is judged by them', () => {
    const llama = { engine: 'llamacpp', argv: LLAMA } as const;
    expect(judged({ ...llama, timings: { draft_n: 12, draft_n_accepted: 4 } })).toBe('pass');
    for (const timings of [{ draft_n: 0 }, {}, null])
      expect(judged({ ...llama, timings })).toMatchObject({
        name: 'config-mismatch',
        message: 'the command asks for speculation, but the server drafts nothing',
      });
  });

  test('of drafts from the text alone need not show any', () => {
    expect(judged({ argv: ['sglang', 'serve', '--speculative-algorithm', 'NGRAM'] })).toBe('pass');
  });
});
