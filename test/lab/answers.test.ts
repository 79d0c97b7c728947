import { expect } from 'vitest';
import type { Suite } from '../../src/core/evaluate/suite.ts';
import { describeReal } from '../helpers/real-things.ts';
import { test } from './lab.ts';

const QUESTIONS = ['Count.', 'Say it again.', 'One two three', 'What comes next?'];
const suite: Suite = {
  name: '/questions.jsonl',
  hash: 'questions',
  problems: QUESTIONS.map((prompt, at) => ({
    ...{ kind: 'exact', id: `q${at}`, level: null, prompt, answer: 'no model says that' },
  })),
};

describeReal(['llama-server'], 'answers of a real server, judged on the generation that is measured', () => {
  test.concurrent('a draft of any quality never changes greedy text, and a corrupted setting is caught', async ({
    lab,
  }) => {
    const drafted = (model: string) => ({
      ...{ '--spec-type': 'draft-simple', '-md': model, '--spec-draft-n-max': 4 },
    });
    const values = {
      plain: {},
      good: drafted(await lab.model('draft')),
      bad: drafted(await lab.model('bad-draft')),
      // it says something else, and nothing that looks wrong by itself
      corrupted: { '--grammar': 'root ::= (" 2 3 4 5 6 7 8 9 10 11 13")+' },
    };
    const ran = await lab.sweep(
      lab.configuration(await lab.server('-np', '1'), {
        parameters: { spec: { values } },
        settings: Object.keys(values).map((name) => ({ name, spec: name })),
        baseline: 'plain',
        evaluation: {
          ...{ suite: 'questions.jsonl', at_concurrency: 1, max_tokens: 24 },
          require: 'differing <= baseline_differing',
        },
      }),
      undefined,
      undefined,
      suite,
    );
    const answersOf = (name: string) => ran.trial(name).evaluation;
    for (const name of Object.keys(values)) expect([name, ran.trial(name).fault]).toEqual([name, null]);
    const texts = answersOf('plain')?.judged.map(({ answer }) => answer);
    expect(texts?.every((text) => (text ?? '').length > 24)).toBe(true);
    for (const name of ['good', 'bad']) {
      expect(answersOf(name)?.judged.map(({ answer }) => answer)).toEqual(texts);
      expect(answersOf(name)).toMatchObject({
        losslessness: { answers: 4, differing: [], baseline_differing: [], lossless: true },
        required: { holds: true },
      });
      const [start] = ran.trial(name).starts;
      expect(start?.measurements[0]?.drafted_tokens).toBeGreaterThan(0);
    }
    expect(answersOf('corrupted')).toMatchObject({
      losslessness: { lossless: false },
      required: { holds: false },
    });
    expect(ran.result.document.decision.reason).toContain('corrupted cannot win');
  });
});
