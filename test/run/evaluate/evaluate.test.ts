import { expect, test } from 'vitest';
import type { EvaluationProblem } from '../../../src/core/evaluate/problem.ts';
import { FaultError, fault } from '../../../src/core/fault.ts';
import { evaluate } from '../../../src/run/evaluate/evaluate.ts';

const questions = (count: number): readonly EvaluationProblem[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ kind: 'numeric', id: `q${at}`, level: null, prompt: `q${at}`, answer: at, tolerance: 0 },
  }));
const programs = (count: number): readonly EvaluationProblem[] =>
  questions(count).map(({ id, level, prompt }) => ({
    ...{ id, level, prompt, kind: 'code', entry_point: null, beginning: null, tests: 'pass' },
  }));

const turn = () => new Promise((resolve) => setImmediate(resolve));
const reply = async (prompt: string) => ({ answer: prompt.slice(1), note: '' });
const proof = () => 'word';

test('each verdict is kept before the next is, and before all has been asked', async () => {
  const order: string[] = [];
  await evaluate(questions(3), 1, {
    async ask(prompt) {
      await turn();
      order.push(`asked ${prompt}`);
      return reply(prompt);
    },
    sandbox: null,
    proof,
    async on_judged({ id, verdict }) {
      order.push(`${verdict} ${id}`);
      await turn();
      order.push(`kept ${id}`);
    },
  });
  expect(order.indexOf('passed q0')).toBeLessThan(order.indexOf('asked q2'));
  const kept = order.filter((text) => !text.startsWith('asked'));
  expect(kept).toEqual(['passed q0', 'kept q0', 'passed q1', 'kept q1', 'passed q2', 'kept q2']);
});

test('as many are asked at once as is said, and two programs at most are run', async () => {
  const most = { asked: 0, run: 0 };
  const now = { asked: 0, run: 0 };
  const counted = async <T>(what: 'asked' | 'run', value: T): Promise<T> => {
    now[what] += 1;
    most[what] = Math.max(most[what], now[what]);
    await turn();
    now[what] -= 1;
    return value;
  };
  const judged: string[] = [];
  await evaluate(programs(9), 3, {
    ask: () => counted('asked', { answer: '```\nx = 1\n```', note: '' }),
    sandbox: {
      name: 'counting',
      obstacle: async () => null,
      run: () => counted('run', { ended: 'exit', code: 0, output: 'word', took_ms: 1 } as const),
    },
    proof,
    on_judged: async ({ id, verdict }) => void judged.push(`${verdict} ${id}`),
  });
  expect(most).toEqual({ asked: 3, run: 2 });
  expect(judged).toHaveLength(9);
  expect(judged.every((text) => text.startsWith('passed'))).toBe(true);
});

test('after an abort nothing is asked, and what was under way is not judged', async () => {
  const abort = new AbortController();
  const [asked, judged]: [string[], string[]] = [[], []];
  await evaluate(questions(4), 1, {
    async ask(prompt) {
      asked.push(prompt);
      if (asked.length === 2) abort.abort();
      return reply(prompt);
    },
    sandbox: null,
    proof,
    on_judged: async ({ id }) => void judged.push(id),
    signal: abort.signal,
  });
  expect([asked, judged.filter((id) => id !== 'q0')]).toEqual([['q0', 'q1'], []]);
});

test('without a sandbox no code is run, and no further question is asked', async () => {
  const asked: string[] = [];
  const evaluated = evaluate(programs(50), 1, {
    async ask(prompt) {
      asked.push(prompt);
      await turn();
      return { answer: '```\nx = 1\n```', note: '' };
    },
    sandbox: null,
    proof,
    on_judged: async () => undefined,
  });
  await expect(evaluated).rejects.toThrow(
    new FaultError(fault('sandbox-unavailable', 'nothing here runs code that a model wrote')),
  );
  expect(asked.length).toBeLessThan(4);
});
