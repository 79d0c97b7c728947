import type { DiagnoseDocument, DiagnosedLine } from '../core/documents/diagnose.ts';
import { counted } from '../report/format.ts';
import type { Paint } from '../report/paint.ts';
import { wrap } from '../report/width.ts';

const MOST_CONSEQUENCES = 8;

/** A diagnosis for a reader at a terminal. Foreign text in the document is visible already. */
export function diagnoseText(document: DiagnoseDocument, width: number, paint: Paint): string[] {
  const { verdict, fault, root, consequences, lines, harmless } = document;
  const colour = { failed: paint.bad, ready: paint.good, loading: paint.doubtful, unknown: paint.doubtful }[
    verdict
  ];
  const notes = fault === null ? document.notes : document.notes.slice(0, -1);
  const upstream = fault === null ? [] : document.notes.slice(-1);
  const more = consequences.length - MOST_CONSEQUENCES;
  return [
    `${colour(verdict)}: ${headline(document)}`,
    ...(root === null ? [] : ['', ...place(root, width)]),
    ...(fault === null ? [] : ['', ...wrap(`hint: ${fault.hint}`, width)]),
    ...(consequences.length === 0 ? [] : ['', 'what only follows from it:']),
    ...consequences.slice(0, MOST_CONSEQUENCES).flatMap((line) => place(line, width)),
    ...(more > 0 ? [`  and ${counted(more, 'more line')} (--json)`] : []),
    ...(notes.length === 0 ? [] : ['', ...notes.flatMap((note) => indented(note, width))]),
    '',
    paint.faint(`${counted(lines, 'line')}; ${harmless} of them look bad and are harmless`),
    ...upstream,
  ];
}

function headline({ verdict, fault, engine, phase, root }: DiagnoseDocument): string {
  const where = [engine ?? 'no known engine', phase === null ? null : `phase ${phase}`].filter(
    (part) => part !== null,
  );
  if (fault === null) {
    const what = {
      ready: 'the server came up, and nothing in the log says that it failed',
      loading: 'the server is still loading at the end of the log',
      unknown: 'the log does not say how it went',
      failed: '',
    }[verdict];
    return `${what} (${where.join(', ')})`;
  }
  const cause = String(fault.data['cause']);
  const known = cause === 'unknown' ? (root === null ? 'no line explains it' : 'no known pattern') : cause;
  return `${known}, class ${fault.class} (${where.join(', ')})`;
}

function place({ line, text, rank, signature }: DiagnosedLine, width: number): string[] {
  const who = rank === null ? '' : `, rank ${rank}`;
  return indented(`line ${line}${who} (${signature}): ${text}`, width);
}

function indented(text: string, width: number): string[] {
  return wrap(text, Math.max(20, width - 4)).map((line, at) => `${at === 0 ? '  ' : '    '}${line}`);
}
