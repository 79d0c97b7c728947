import type {
  HoldPointName,
  HoldPointRecord,
  StartDocument,
  TrialDocument,
} from '../../../src/core/documents/sweep.ts';
import type { Fault } from '../../../src/core/fault.ts';
import type { JournalRecord } from '../../../src/core/sweep/records.ts';
import type { RunResult } from '../../../src/run/api.ts';

/** One sweep that has ended, with what its journal says, to be asked in a test's own words. */
export class Ran {
  readonly result: RunResult;
  readonly records: readonly JournalRecord[];
  readonly dir: string;

  constructor(result: RunResult, records: readonly JournalRecord[], dir: string) {
    this.result = result;
    this.records = records;
    this.dir = dir;
  }

  get exit(): number {
    return this.result.exit_code;
  }

  /** The fault that ended the sweep. */
  get fault(): Fault {
    if (this.result.fault === null) throw new Error('no fault ended the sweep');
    return this.result.fault;
  }

  get restored(): unknown {
    return this.result.document.restored;
  }

  trial(name: string): TrialDocument {
    const trial = this.result.document.trials.find((t) => t.name === name);
    if (trial === undefined) throw new Error(`no trial ${name}`);
    return trial;
  }

  start(trial: string, start = 1): StartDocument {
    const found = this.trial(trial).starts.find((s) => s.start === start);
    if (found === undefined) throw new Error(`${trial} has no start ${start}`);
    return found;
  }

  /** The fault of one start. */
  faultOf(trial: string, start = 1): Fault {
    const { fault } = this.start(trial, start);
    if (fault === null) throw new Error(`start ${start} of ${trial} has no fault`);
    return fault;
  }

  /**
   * The start that says why the trial failed. llama-server logs from a thread of its own and, on a busy machine, now and
   * then ends before its last lines are written: such a start is a crash without a known cause, and is tried again.
   */
  explained(trial: string): StartDocument & { readonly fault: Fault } {
    const { starts } = this.trial(trial);
    const unexplained = starts.slice(0, -1).filter(({ fault }) => fault?.data['cause'] !== 'unknown');
    const last = starts.at(-1);
    if (unexplained.length > 0 || last?.fault == null)
      throw new Error(`${trial}: ${JSON.stringify(starts.map((s) => s.fault))}`);
    return { ...last, fault: last.fault };
  }

  /** What the sweep did, in order: actions, hold points that did not pass, and ends. */
  get deeds(): readonly string[] {
    return this.records.flatMap((record) => {
      switch (record.type) {
        case 'change.begun':
          return [`change to ${record.goal}${record.trial === null ? '' : ` ${record.trial}`}`];
        case 'intent':
          return [
            `${record.method}${'signal' in record.detail ? ` ${String(record.detail['signal'])}` : ''}`,
          ];
        case 'holdpoint':
          return record.result.state === 'failed' ? [`${record.result.name} failed`] : [];
        case 'measurement.ended':
          return [record.void === null ? 'measured' : `void ${record.void.name}`];
        case 'trial.ended':
          return [`${record.trial} ${record.status}`];
        case 'restored':
          return [`restored ${record.restored.to}: ${record.restored.ok}`];
        default:
          return [];
      }
    });
  }

  /** Every record of one hold point, over all changes. */
  points(name: HoldPointName): readonly HoldPointRecord[] {
    return this.records.flatMap((r) => (r.type === 'holdpoint' && r.result.name === name ? [r.result] : []));
  }

  /** Did anything start or get signalled? */
  get touched(): boolean {
    return this.records.some((r) => r.type === 'intent' && ['start', 'signal', 'release'].includes(r.method));
  }
}

/** The evidence of one hold point of a start, one line each. */
export function evidenceAt(start: StartDocument, name: HoldPointName): string {
  const records = start.hold_points.filter((point) => point.name === name);
  return records.flatMap((record) => record.evidence.map((e) => e.text)).join('\n');
}

/** The log line that a fault names: file, line number and text, as they stand on the disk too. */
export function logLineOf(fault: Fault): {
  readonly text: string;
  readonly file: string;
  readonly line: number;
} {
  const found = fault.evidence.find((e) => e.kind === 'log');
  if (found?.file === undefined || found.line === undefined)
    throw new Error(`no log line in ${JSON.stringify(fault.evidence)}`);
  return { text: found.text, file: found.file, line: found.line };
}

export function stateOf(start: StartDocument, name: HoldPointName): string {
  return start.hold_points.findLast((point) => point.name === name)?.state ?? 'not reached';
}
