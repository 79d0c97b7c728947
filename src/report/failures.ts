import type { SweepDocument, TrialDocument } from '../core/documents/sweep.ts';
import type { Evidence, Fault } from '../core/fault.ts';
import { visible } from '../core/visible.ts';
import { counted } from './format.ts';

/** One thing that went wrong, and what shows it. */
export interface Failure {
  readonly what: string;
  readonly fault: Fault;
  /** An attempt that failed before a later one was measured: told, but not counted as a failure. */
  readonly recovered: boolean;
}

export function failuresOf(document: SweepDocument): Failure[] {
  return [
    ...document.trials.flatMap(ofTrial),
    ...document.faults
      .filter((fault) => fault.scope === 'run')
      .map((fault) => ({ what: 'the run', fault, recovered: false })),
  ];
}

function ofTrial(trial: TrialDocument): Failure[] {
  const recovered = trial.status === 'measured';
  // a start that the operator interrupted (`usage`) did not fail
  const attempts = trial.starts.flatMap((start) =>
    start.fault === null || start.fault.name === 'interrupted'
      ? []
      : [{ what: `${trial.name}, start ${start.start}`, fault: start.fault, recovered }],
  );
  const told = attempts.some((a) => a.fault.name === trial.fault?.name);
  return trial.fault === null || told
    ? attempts
    : [...attempts, { what: trial.name, fault: trial.fault, recovered: false }];
}

/** Plain text: what failed, why, the line that shows it, what to do. */
export function failureText(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ what, fault, recovered }) => [
    `${visible(what)}: ${fault.name}: ${visible(fault.message)}${recovered ? ' (tried again, then measured)' : ''}`,
    ...evidenceText(fault),
    ...(recovered ? [] : [`    ${visible(fault.hint)}`]),
  ]);
}

const SHOWN = 5;

/** At most five pieces: the run folder keeps all of it. What the message says already is not said again. */
export function evidenceText({ message, evidence }: Pick<Fault, 'message' | 'evidence'>): string[] {
  const telling = evidence.filter((piece) => piece.text !== message);
  const lines = evidenceLines(telling.slice(0, SHOWN));
  const more = telling.length - SHOWN;
  return more > 0
    ? [...lines, `    and ${counted(more, 'more piece')} of evidence in the run folder`]
    : lines;
}

/** All of it, for what is kept nowhere else. */
export function evidenceLines(evidence: readonly Evidence[]): string[] {
  return evidence.map((piece) => `    ${place(piece)}${visible(piece.text)}`);
}

function place({ kind, file, line }: Evidence): string {
  if (file === undefined) return `${visible(kind)}: `;
  return line === undefined ? `${visible(file)}: ` : `${visible(file)}:${line}: `;
}
