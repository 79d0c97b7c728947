import { expect, test } from 'vitest';
import { effective } from '../../../src/core/change/holdpoints/effective.ts';
import { prepared } from '../../../src/core/change/holdpoints/prepared.ts';
import type { Answer, Goal, View } from '../../../src/core/change/types.ts';
import { engineDefinition } from '../../../src/core/engine/index.ts';
import type { Standing } from '../../../src/core/promoted.ts';

const ARGV = ['llama-server', '-np', '2'];
const definition = { argv: ARGV, env: {}, cwd: '/', env_complete: true };
const promoted = { run_id: 'r', trial: 'two', persist: false, file: '/f', text: '#' };
const KEPT: Standing = { promoted, is_own: true };

function viewOf(goal: Goal, adopted = false): View {
  const input = { goal, log_file: '/log', engine: engineDefinition('llamacpp'), cores: 1 };
  const facts = { adopted, generation: null, log: [], log_cursor: 0, probes: [], present: null };
  return { input, facts, now: 0, since: 0 } as unknown as View;
}

function setting(standing?: Standing, argv = ARGV): Goal {
  const wanted = { ...definition, argv };
  const goal = { kind: 'setting', definition: wanted, bare: wanted, wanted: [], capacity: null } as const;
  return standing === undefined ? goal : { ...goal, standing };
}

function original(standing: Standing): Goal {
  return { kind: 'original', original: { generation: null, definition, ours: false }, standing };
}

test('what stays is installed under a server that runs with it already; a trial needs nothing then', () => {
  const applies = (goal: Goal, adopted: boolean) => prepared.applies(viewOf(goal, adopted));
  expect([applies(setting(), false), applies(setting(), true)]).toEqual([true, false]);
  expect([applies(setting(KEPT), false), applies(setting(KEPT), true)]).toEqual([true, true]);
  // an original that still runs was never replaced
  expect(applies(original({ promoted: null, is_own: false }), true)).toBe(false);
});

test('the supervisor is told what stands only where a change decides it, and no record holds its text', () => {
  const asked = (goal: Goal) => prepared.ask(viewOf(goal), null)[0];
  expect(asked(setting())?.args).toEqual([definition, '/log']);
  expect(asked(setting(KEPT))?.args).toEqual([definition, '/log', KEPT]);
  const before = { promoted, is_own: false };
  expect(asked(original(before))?.args).toEqual([definition, '/log', before]);
  expect(asked(setting(KEPT))?.detail).toEqual({ argv: ARGV, log_file: '/log' });
});

test.each([
  [setting(), ARGV, 'pass'],
  [setting(undefined, ['llama-server']), ARGV, 'pass'],
  [setting(KEPT), ARGV, 'pass'],
  [setting(KEPT, ['llama-server', '-np', '2', '--verbose']), ARGV, 'config-mismatch'],
  [setting({ promoted: null, is_own: true }, ['llama-server']), ARGV, 'config-mismatch'],
])('what stays must run argument by argument (%#)', (goal, argv, expected) => {
  const values = {
    report: { documents: {}, version: 'b1', model: 'm' },
    present: { definition: { ...definition, argv } },
    log: { lines: [], cursor: 0 },
  };
  const answers = new Map<string, Answer>(
    Object.entries(values).map(([tag, value]) => [tag, { ok: true, value, took_ms: 0 }]),
  );
  const judged = effective.judge(viewOf(goal), null, answers);
  expect(judged.verdict === 'fail' ? judged.fault.name : judged.verdict).toBe(expected);
});
