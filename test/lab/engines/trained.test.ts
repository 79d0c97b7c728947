import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { readSuite } from '../../../src/core/evaluate/read-suite.ts';
import type { Suite } from '../../../src/core/evaluate/suite.ts';
import { describeReal, requireReal } from '../../helpers/real-things.ts';
import { test } from '../lab.ts';

const CODE = ['easy/shelf-gap'];

/** An easy problem of the suite that is shipped, and two questions with a number for an answer. */
function suite(): Suite {
  const file = new URL('../../../suites/coding.jsonl', import.meta.url);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => CODE.some((id) => line.includes(`"${id}"`)));
  const questions = [
    { id: 'sum', prompt: 'What is 2 + 2? Answer with the number only.', answer: 4 },
    { id: 'days', prompt: 'How many days does a week have? Answer with the number only.', answer: 7 },
  ];
  const read = readSuite([...lines, ...questions.map((one) => JSON.stringify(one))].join('\n'), 'suite');
  if (!read.ok) throw new Error(read.problems[0]?.message);
  return { name: '/suite.jsonl', hash: 'mixed', problems: read.problems };
}

describeReal(['llama-server', 'trained-model', 'bubblewrap'], 'a trained model', () => {
  test('gives the same pass set twice, with a draft the same text, and corrupted another one', async ({
    lab,
  }) => {
    const model = requireReal('trained-model');
    const values = {
      plain: {},
      drafted: { '--spec-type': 'draft-simple', '-md': model, '--spec-draft-n-max': 4 },
      corrupted: { '--rope-freq-scale': 0.2 },
    };
    const ran = await lab.sweep(
      lab.configuration(await lab.server('-m', model, '-np', '1'), {
        parameters: { spec: { values } },
        settings: Object.keys(values).map((name) => ({ name, spec: name })),
        baseline: 'plain',
        evaluation: { suite: 'suite.jsonl', at_concurrency: 1, max_tokens: 96 },
        limits: { quiet: '120s' },
      }),
      undefined,
      undefined,
      suite(),
    );
    for (const name of Object.keys(values)) expect([name, ran.trial(name).fault]).toEqual([name, null]);
    const plain = ran.trial('plain').evaluation;
    // before the load and after it: the same verdicts, and at least one of each model's easy questions is right
    expect(plain?.passed).toBeGreaterThan(0);
    expect(plain?.after_load?.changed.filter(({ id, verdict }) => verdict !== verdictOf(plain, id))).toEqual(
      [],
    );
    const drafted = ran.trial('drafted').evaluation;
    expect(drafted).toMatchObject({ losslessness: { answers: 3, lossless: true }, comparison: { lost: [] } });
    expect(ran.trial('drafted').starts[0]?.measurements[0]?.drafted_tokens).toBeGreaterThan(0);
    expect(ran.trial('corrupted').evaluation?.losslessness).toMatchObject({ lossless: false });
  }, 600_000);
});

const verdictOf = (
  evaluation: { readonly judged: readonly { readonly id: string; readonly verdict: string }[] } | null,
  id: string,
) => evaluation?.judged.find((one) => one.id === id)?.verdict;
