import type { FrontPoint } from '../decide/front.ts';
import type { JudgedLimit } from '../decide/limits.ts';
import type { FinalsDocument, FrontDocument, LimitDocument } from '../documents/sweep.ts';
import type { Course, Rules } from './course.ts';
import { change } from './decision-words.ts';
import { conditionsOf, type Limit } from './limits.ts';

/** The look that decided, as it stands in every document; null: none has. */
export function finalsDocument(
  { chosen, looks, verdict }: Course,
  { objective }: Rules,
): FinalsDocument | null {
  const { limits } = conditionsOf(objective.where);
  if (looks === null || verdict.kind === 'open') return null;
  const { look } = verdict;
  return {
    finalists: chosen,
    blocks: look.blocks,
    interval_pct: 100 * (1 - 2 * looks.level),
    sd_pct: change(look.analysis.sd),
    events: look.analysis.events.map(({ kind, at, effect }) => ({
      kind,
      start: at + 1,
      change_pct: change(effect),
    })),
    compared: look.compared.map(({ name, value, low, high, lagging: slow_starts }) => ({
      ...{ name, slow_starts },
      change_pct: change(value),
      low_pct: change(low),
      high_pct: change(high),
    })),
    ...(limits.length === 0
      ? {}
      : { limits: look.limits.flatMap((judged) => limitDocument(judged, limits)) }),
    ...(look.front === null || objective.beside === undefined
      ? {}
      : { front: frontDocument(look.front, [objective.metric, objective.beside]) }),
  };
}

/** The first should be large, the second small: as changes of the numbers themselves. */
function frontDocument(points: readonly FrontPoint[], metrics: readonly string[]): FrontDocument {
  return {
    metrics,
    points: points.map(({ name, changes: [large, small], dominated_by }) => ({
      ...{ name, dominated_by },
      changes: [
        { change_pct: change(large.value), low_pct: change(large.low), high_pct: change(large.high) },
        { change_pct: change(-small.value), low_pct: change(-small.high), high_pct: change(-small.low) },
      ],
    })),
  };
}

function limitDocument(
  { name, limit, state, excess }: JudgedLimit,
  limits: readonly Limit[],
): LimitDocument[] {
  const asked = limits[limit];
  if (asked === undefined) return [];
  const { text: condition, bound, most } = asked;
  const at = (log: number) => bound * Math.exp(most ? log : -log);
  if (excess === null) return [{ name, condition, state, value: null, low: null, high: null }];
  const [low, high] = [at(excess.low), at(excess.high)].sort((a, b) => a - b);
  return [{ name, condition, state, value: at(excess.value), low: low ?? null, high: high ?? null }];
}
