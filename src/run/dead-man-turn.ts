import type { JournalLine } from '../core/sweep/records.ts';
import { replay } from '../core/sweep/replay.ts';
import type { StoredRun } from './api.ts';
import type { Controller } from './controller.ts';

export interface Found {
  readonly stored: StoredRun;
  readonly lines: readonly JournalLine[];
  /** The number of the turn that the timer was armed for. */
  readonly fence: number;
  /** Who holds the run by its record, and whether that process lives. */
  readonly holder: Controller | null;
  readonly living: boolean;
}

export type DeadManTurn =
  | { readonly stand_back: string }
  | {
      readonly why: string;
      /** The living process that hangs; null: there is none. */
      readonly over: Controller | null;
    };

/** What a dead-man timer that has fired does about the run that it finds. */
export function deadManTurn({ stored, lines, fence, holder, living }: Found): DeadManTurn {
  const { id } = stored;
  const state = replay(stored, lines);
  const now = holder?.fence ?? 0;
  if (living && now > fence)
    return { stand_back: `process ${holder?.pid} has taken up the run since this timer was armed` };
  if (state.abandoned) return { stand_back: 'the operator has said that the server stays as it is' };
  const { restored } = state;
  // a winner or an applied setting stays as it was asked for, also where the last record is missing
  if (restored?.ok === true && (living || state.ended !== null || restored.to !== 'original'))
    return { stand_back: 'the service is in the state that was asked for already' };
  if (state.ended !== null)
    return { stand_back: `the run has come to its end by itself; \`holdpoint restore ${id}\` tries again` };
  return living
    ? { why: `Holdpoint (pid ${holder?.pid}) lives and gives no sign of life`, over: holder }
    : { why: 'Holdpoint is not there any more', over: null };
}
