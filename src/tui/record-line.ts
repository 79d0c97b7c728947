import type { DecisionDocument } from '../core/documents/sweep.ts';
import type { Fault } from '../core/fault.ts';
import type { JournalRecord } from '../core/sweep/records.ts';
import { visible } from '../core/visible.ts';
import { counted, duration, number } from '../report/format.ts';
import { pointOf } from '../report/rows.ts';
import { goal } from './view.ts';

/** What a record of the journal says to a reader, in one line; null: nothing that a reader needs. */
export function recordLine(record: JournalRecord, trial: string | null): string | null {
  const who = trial === null ? '' : `${visible(trial)}: `;
  switch (record.type) {
    case 'sweep.begun':
      return `run ${visible(record.run_id)} begun${record.simulated ? ' (simulated)' : ''}`;
    case 'original.observed': {
      const { generation, ours } = record.original;
      if (generation === null) return 'original: nothing runs';
      return `original: pid ${generation.pid}, ${ours ? 'started by Holdpoint' : 'not started by Holdpoint'}`;
    }
    case 'change.begun':
      return goal({ ...record, hold_points: [] });
    case 'holdpoint':
      // of an adopted server most hold points have nothing to witness
      return record.result.state === 'skipped' ? null : who + holdPointLine(record.result);
    case 'generation':
      return `${who}new generation, pid ${record.generation.pid}`;
    case 'change.ended':
      return record.fault === null ? null : who + faultLine(record.fault);
    case 'measurement.ended':
      return measurementLine(record);
    case 'evaluation.ended':
      return record.fault === null
        ? `${visible(record.trial)}: answers judged ${record.pass} the load`
        : `${visible(record.trial)}: ${faultLine(record.fault)}`;
    case 'start.ended': {
      const from = record.start.reused_from;
      return from === null
        ? null
        : `${visible(record.trial)}: measured before in ${visible(from)}, taken over`;
    }
    case 'trial.ended':
      return `${visible(record.trial)}: ${record.status}${record.fault === null ? '' : `: ${faultLine(record.fault)}`}`;
    case 'resumed':
      return record.by === 'dead-man' ? deadManLine(record) : null;
    case 'note':
      return visible(record.text);
    case 'restored':
      return restoredLine(record);
    case 'sweep.ended':
      return `run ${record.state}${ending(record.decision.kind)}`;
    default:
      return null;
  }
}

/** An `apply`, and a sweep that was cut short, decide nothing. */
function ending(kind: DecisionDocument['kind']): string {
  return kind === 'not_enough_data' ? '' : `: ${kind.replaceAll('_', ' ')}`;
}

/** What was witnessed at a hold point, where that is what a reader came for; for lines below the record's own. */
export function witnessed(record: JournalRecord): readonly string[] {
  if (record.type !== 'holdpoint' || record.result.state !== 'passed') return [];
  const kind = { released: 'release', effective: 'report' }[record.result.name as string];
  return record.result.evidence.filter((piece) => piece.kind === kind).map((piece) => visible(piece.text));
}

export function faultLine(fault: Fault): string {
  const shown = fault.evidence.find((piece) => piece.text !== fault.message);
  return `${fault.name}: ${visible(fault.message)}${shown === undefined ? '' : ` [${visible(shown.text)}]`}`;
}

function holdPointLine({
  name,
  state,
  waited_s,
}: Extract<JournalRecord, { type: 'holdpoint' }>['result']): string {
  return `${name} ${state} after ${duration(waited_s)}`;
}

function measurementLine(record: Extract<JournalRecord, { type: 'measurement.ended' }>): string {
  const { measurement: m } = record;
  const { workload, load } = pointOf(m);
  const what = `${visible(record.trial)}: ${workload} ${load}`;
  if (record.void !== null) return `${what}: void: ${faultLine(record.void)}`;
  return `${what}: ${number(m.output_tokens_per_s)} tokens/s, ${m.failed} of ${counted(m.requests, 'request')} failed`;
}

function deadManLine({ took_over }: Extract<JournalRecord, { type: 'resumed' }>): string {
  const why = took_over == null ? 'Holdpoint has died' : `Holdpoint (pid ${took_over}) hung`;
  return `${why}: its dead-man timer puts the original back`;
}

function restoredLine({ restored, fault, kept_by }: Extract<JournalRecord, { type: 'restored' }>): string {
  if (!restored.ok) return `the original is NOT back${fault === null ? '' : `: ${faultLine(fault)}`}`;
  if (restored.to === 'left') return 'left as it is';
  if (kept_by !== undefined)
    return `original back, by ${visible(kept_by)}: the service's own definition was changed meanwhile`;
  return restored.to === 'best' ? 'the best setting is in place' : 'original back';
}
