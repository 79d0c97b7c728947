import { fault } from '../../fault.ts';
import { type Generation, sameGeneration } from '../../generation.ts';
import { recordedEnvironment } from '../../plan/recorded-environment.ts';
import { action, firstFault, note, value } from '../answers.ts';
import { describeGeneration } from '../describe.ts';
import type { HoldPoint, Judgement, View } from '../types.ts';

type Local = 'start' | 'release';

/**
 * Hold point 5: a new generation exists. It is held before exec until its record is on disk, so that a crash of
 * Holdpoint can never leave a server behind that nobody knows.
 */
export const started: HoldPoint<Local> = {
  name: 'started',
  watches_life: false,
  applies: (view) => !view.facts.adopted,
  begin: () => 'start',

  ask(view, local) {
    const { prepared, generation } = view.facts;
    if (local === 'start')
      return [action('generation', 'supervisor', 'start', [prepared], { id: prepared?.id ?? null })];
    return [action('released', 'supervisor', 'release', [generation], { pid: generation?.pid ?? null })];
  },

  judge(view, local, answers): Judgement<Local> {
    const failed = firstFault(answers);
    if (failed !== null) return { verdict: 'fail', fault: failed };
    if (local === 'release') return released(view);
    const generation = value<Generation>(answers, 'generation');
    const { prepared, old } = view.facts;
    if (generation === null || prepared === null)
      return { verdict: 'fail', fault: fault('start-refused', 'no generation came of the start') };
    if (sameGeneration(generation, old)) {
      const message = `the start did nothing: ${describeGeneration(generation)} still runs`;
      return { verdict: 'fail', fault: fault('same-generation', message, { data: { generation } }) };
    }
    const { definition, log_file } = prepared;
    // A unit's environment is all that its files set; what of it is nobody's business stays out of the records.
    const env = recordedEnvironment(definition.env, definition.env_complete);
    return {
      verdict: 'on',
      local: 'release',
      facts: { generation, log_file },
      records: [
        {
          type: 'generation',
          change: view.input.change,
          generation,
          definition: { ...definition, env },
          log_file,
        },
      ],
    };
  },

  deadline: () => null,
  late: () => fault('start-refused', 'the supervisor did not answer'),
  waiting: () => 'a new generation to be created',
};

function released(view: View): Judgement<Local> {
  const generation = view.facts.generation;
  return {
    verdict: 'pass',
    evidence: [note('generation', generation === null ? 'none' : describeGeneration(generation))],
  };
}
