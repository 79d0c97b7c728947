import type { Suite } from '../../src/core/evaluate/suite.ts';
import { type Generation, sameGeneration } from '../../src/core/generation.ts';
import type { RunResult } from '../../src/run/api.ts';
import type { Disk } from './ports.ts';
import type { World } from './world.ts';

const problem = (id: string, answer: number) =>
  ({ kind: 'numeric', id, level: null, prompt: id, answer, tolerance: 0 }) as const;

/** The model server answers 7. */
export const SUITE: Suite = {
  name: '/suite.jsonl',
  hash: 'hash',
  problems: [problem('right', 7), problem('wrong', 8)],
};

export const EVALUATION = { suite: SUITE.name, at_concurrency: 1, max_tokens: 8, require: null };

/** No answer is lost or judged twice, whatever died in between; none counts that another server gave. */
export function judgeAnswers(result: RunResult | null, { lines }: Disk, world: World): void {
  const judged = new Set<string>();
  let generation: Generation | null = null;
  let before = 0;
  for (const { record } of lines) {
    if (record.type === 'change.ended' && !sameGeneration(record.result.generation, generation)) {
      generation = record.result.generation;
      judged.clear();
      before = 0;
    }
    if (record.type === 'start.ended') before = 0;
    if (record.type === 'measurement.begun' && before !== SUITE.problems.length && isFirst(lines, record))
      world.violated(`measured after ${before} of ${SUITE.problems.length} answers`);
    if (record.type !== 'problem.judged') continue;
    const key = `${record.trial}/${record.start}/${record.pass}/${record.judged.id}`;
    if (judged.has(key)) world.violated(`judged twice: ${key}`);
    judged.add(key);
    if (record.pass === 'before') before += 1;
  }
  for (const { name, status, evaluation } of result?.document.trials ?? []) {
    if ((status === 'measured') !== (evaluation !== null))
      world.violated(`${name} is ${status}, its evaluation ${evaluation === null ? 'missing' : 'there'}`);
    const seen = [evaluation?.problems, evaluation?.passed, evaluation?.after_load?.passed];
    if (evaluation !== null && String(seen) !== '2,1,1') world.violated(`${name} has answers ${seen}`);
  }
}

/** Only the first start of a setting is asked. */
function isFirst(lines: Disk['lines'], { trial, start }: { readonly trial: string; readonly start: number }) {
  const change = lines.findLast(
    ({ record }) =>
      record.type === 'change.begun' &&
      record.trial === trial &&
      record.start === start &&
      record.goal === 'setting',
  )?.record;
  return change?.type === 'change.begun' && change.replicate === 1;
}
