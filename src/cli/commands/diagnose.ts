import { resolve } from 'node:path';
import { suggest } from '../../core/config/did-you-mean.ts';
import { DIALECT_NAMES } from '../../core/diagnose/dialects/index.ts';
import { LogJudge } from '../../core/diagnose/log-judge.ts';
import type { DiagnoseDocument } from '../../core/documents/diagnose.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { paintFor } from '../../tui/ansi.ts';
import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { diagnoseText } from '../diagnose-text.ts';
import { printEnvelope } from '../envelope.ts';
import { type LogInput, logFile, readLog } from '../log-input.ts';

const NEWLINE = 10;

/** Several files are parts of one log, in the order in which they are given. Executes nothing that they name. */
export const diagnose: CommandFunction = async (context, { operands, options }) => {
  const engine = options.engine ?? null;
  if (engine !== null && !DIALECT_NAMES.includes(engine)) {
    const hint = `${suggest(engine, DIALECT_NAMES)} (all: ${DIALECT_NAMES.join(', ')})`;
    throw new FaultError(fault('usage', `no engine \`${engine}\` is known here`, { hint }));
  }
  if (operands.filter((name) => name === '-').length > 1)
    throw new FaultError(fault('usage', 'what is piped in can be read once'));
  const judge = new LogJudge(engine);
  const places: Place[] = [];
  let cut: string | null = null;
  for (const name of operands) {
    places.push({ name, first: judge.lines + 1 });
    let last = NEWLINE;
    const found = await readLog(inputOf(context, name), (bytes) => {
      judge.feed(bytes);
      last = bytes.at(-1) ?? last;
    });
    cut ??= found;
    if (last !== NEWLINE) judge.end();
  }
  const document = located(judge.document(cut), places);
  if (options.json) printEnvelope(context, { command: 'diagnose', data: document });
  else {
    const { stdout } = context;
    const lines = diagnoseText(document, stdout.columns - 1, paintFor(stdout.isTTY, context.env));
    stdout.write(`${lines.join('\n')}\n`);
  }
};

interface Place {
  readonly name: string;
  /** Of its lines, counted through all files. */
  readonly first: number;
}

function inputOf(context: Context, name: string): LogInput {
  if (name === '-') return { name: 'what is piped in', open: () => context.stdin };
  return logFile(name, resolve(context.cwd, name));
}

/** Evidence with its file, and its line in that file. */
function located(document: DiagnoseDocument, places: readonly Place[]): DiagnoseDocument {
  const { fault: found, notes } = document;
  const counted =
    places.length === 1
      ? []
      : [`lines are counted through: ${places.map(({ name, first }) => `${name} from ${first}`).join(', ')}`];
  if (found === null) return { ...document, notes: [...notes, ...counted] };
  const evidence = found.evidence.map((each) => {
    const place = places.findLast(({ first }) => first <= (each.line ?? 0));
    if (each.line === undefined || place === undefined) return each;
    const file = place.name === '-' ? {} : { file: place.name };
    return { ...each, ...file, line: each.line - place.first + 1 };
  });
  return {
    ...document,
    fault: { ...found, evidence },
    notes: [...notes.slice(0, -1), ...counted, ...notes.slice(-1)],
  };
}
