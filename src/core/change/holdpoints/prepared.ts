import { fault } from '../../fault.ts';
import { action, firstFault, note, value } from '../answers.ts';
import type { PreparedFacts } from '../observations.ts';
import type { HoldPoint, View } from '../types.ts';

/** Hold point 1: the new definition is accepted before anything that runs is touched. */
export const prepared: HoldPoint<null> = {
  name: 'prepared',
  watches_life: false,
  // what is to stay is also installed under a server that runs with it already
  applies: (view) => !view.facts.adopted || makesOwn(view),
  begin: () => null,

  ask(view) {
    const definition = wantedDefinition(view);
    return [
      action('prepared', 'supervisor', 'prepare', [definition, view.input.log_file, ...standingOf(view)], {
        argv: definition.argv,
        log_file: view.input.log_file,
      }),
    ];
  },

  judge(view, _local, answers) {
    const refused = firstFault(answers);
    if (refused !== null) return { verdict: 'fail', fault: refused };
    const facts = value<PreparedFacts>(answers, 'prepared');
    return {
      verdict: 'pass',
      facts: { prepared: facts },
      evidence: [
        note('definition', `accepted as generation ${facts?.id}: ${wantedDefinition(view).argv.join(' ')}`),
        ...(facts?.way === undefined ? [] : [note('drop-in', `changed ${facts.way}`)]),
      ],
    };
  },

  deadline: () => null,
  late: () => fault('probe-hung', 'the supervisor does not answer'),
  waiting: () => 'the new definition to be accepted beside the running server',
};

function makesOwn({ input: { goal } }: View): boolean {
  return goal.kind === 'setting' && goal.standing !== undefined;
}

/** The last argument of `prepare`, where there is one. */
function standingOf({ input: { goal } }: View) {
  const standing = goal.kind === 'setting' || goal.kind === 'original' ? goal.standing : undefined;
  return standing === undefined ? [] : [standing];
}

function wantedDefinition(view: View) {
  const goal = view.input.goal;
  if (goal.kind === 'setting') return goal.definition;
  if (goal.kind === 'original' && goal.original.definition !== null) return goal.original.definition;
  throw new Error('a change without a definition has nothing to prepare');
}
