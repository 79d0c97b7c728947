import type { EvaluationDocument } from '../../src/core/documents/evaluation.ts';
import { evaluationDocument } from '../../src/core/evaluate/assemble.ts';

/** Verdicts by letter, `+` for passed; `text` is what every answer says. */
export function judgedAs(verdicts: string, text = 'seven') {
  return [...verdicts].map((letter, at) => ({
    id: `p${at + 1}`,
    level: null,
    verdict: letter === '+' ? ('passed' as const) : ('wrong' as const),
    answer: text,
    note: '',
    output: '',
  }));
}

/** The answers of one setting, as a summary holds them. */
export function answers(
  verdicts = '++++',
  against: { readonly verdicts: string; readonly text?: string } | null = null,
  extra: Partial<EvaluationDocument> = {},
): EvaluationDocument {
  const baseline =
    against === null
      ? null
      : {
          name: 'current',
          judged: judgedAs(against.verdicts, against.text),
          repeat: judgedAs(against.verdicts, against.text),
        };
  return {
    ...evaluationDocument({
      ...{ url: 'http://127.0.0.1:8080', model: 'tiny', suite: 'builtin:coding', suite_hash: 'sha256-x' },
      ...{ concurrency: 1, max_tokens: 64, dir: '/var/runs/x', judged: judgedAs(verdicts) },
      ...{ baseline, condition: null, suspect: false },
    }),
    ...extra,
  };
}
