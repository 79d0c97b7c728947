import { changed } from './changed.ts';
import type { JournalRecord, Pass } from './records.ts';
import type { JudgedPass, OpenStart, SweepState } from './state.ts';

type EvaluationRecord = Extract<
  JournalRecord,
  { type: 'evaluation.begun' | 'problem.judged' | 'evaluation.ended' }
>;

const NOTHING: JudgedPass = { judged: [], done: false, took_s: null };

/** The state with one more record of the evaluation of its open start. */
export function withAnswers(state: SweepState, record: EvaluationRecord): SweepState {
  return state.open === null ? state : changed(state, { open: judgedStart(state.open, record) });
}

function judgedStart(open: OpenStart, record: EvaluationRecord): OpenStart {
  const { pass } = record;
  const known = open.evaluated?.[pass].judged ?? [];
  switch (record.type) {
    case 'evaluation.begun': {
      // a pass that was begun before, by a process that died in it, goes on with what it has
      const { before, after } = open.evaluated ?? { before: NOTHING, after: NOTHING };
      return { ...open, evaluated: { about: record.about, before, after } };
    }
    case 'problem.judged':
      return known.some(({ id }) => id === record.judged.id)
        ? open
        : withPass(open, pass, { judged: [...known, record.judged], done: false, took_s: null });
    case 'evaluation.ended':
      return record.fault === null
        ? withPass(open, pass, { judged: known, done: true, took_s: record.took_s })
        : { ...open, outcome: 'failed', fault: record.fault };
  }
}

function withPass(open: OpenStart, pass: Pass, judged: JudgedPass): OpenStart {
  return open.evaluated === null ? open : { ...open, evaluated: { ...open.evaluated, [pass]: judged } };
}

/**
 * Which pass is due on the open start; null: none is. Answers are judged once for each setting, on its first start: the
 * further ones run the same command.
 */
export function duePass({ evaluated, replicate }: OpenStart, after_load: boolean): Pass | null {
  if (replicate > 1) return null;
  if (evaluated?.before.done !== true) return 'before';
  return after_load && !evaluated.after.done ? 'after' : null;
}
