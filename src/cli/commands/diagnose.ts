import { resolve } from 'node:path';
import { suggest } from '../../core/config/did-you-mean.ts';
import { DIALECT_NAMES } from '../../core/diagnose/dialects/index.ts';
import type { DiagnoseDocument } from '../../core/documents/diagnose.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { paintFor } from '../../tui/ansi.ts';
import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { diagnoseText } from '../diagnose-text.ts';
import { printEnvelope } from '../envelope.ts';
import { followedLog } from '../followed-log.ts';
import { JudgedLog } from '../judged-log.ts';
import { type LogInput, logFile, PIPED } from '../log-input.ts';

const LOOK_EVERY_MS = 250;

/** Several files are parts of one log, in the order in which they are given. Executes nothing that they name. */
export const diagnose: CommandFunction = async (context, { operands, options }) => {
  const engine = options.engine ?? null;
  if (engine !== null && !DIALECT_NAMES.includes(engine)) {
    const hint = `${suggest(engine, DIALECT_NAMES)} (all: ${DIALECT_NAMES.join(', ')})`;
    throw new FaultError(fault('usage', `no engine \`${engine}\` is known here`, { hint }));
  }
  if (operands.filter((name) => name === '-').length > 1)
    throw new FaultError(fault('usage', 'what is piped in can be read once'));
  if (options.follow && options.json)
    throw new FaultError(fault('usage', '--json prints one document and --follow never ends'));
  const log = new JudgedLog(engine);
  for (const name of operands.slice(0, -1)) await log.read(logNamed(context, name));
  const last = operands.at(-1) ?? '-';
  if (options.follow) return follow(context, log, last);
  await log.read(logNamed(context, last));
  const document = log.document();
  if (options.json) printEnvelope(context, { command: 'diagnose', data: document });
  else context.stdout.write(`${text(context, document)}\n`);
};

/** Prints what is known by now, and again whenever it has changed, until Ctrl-C or the end of what is piped in. */
async function follow(context: Context, log: JudgedLog, name: string): Promise<void> {
  let shown = '';
  const look = (): void => {
    const document = log.document();
    const { lines: _, harmless: __, ...told } = document;
    if (JSON.stringify(told) === shown) return;
    if (shown !== '') context.stdout.write('\n');
    shown = JSON.stringify(told);
    context.stdout.write(`${text(context, document)}\n`);
  };
  if (name === '-') await log.read(logNamed(context, name), look);
  else {
    const left = new AbortController();
    const off = context.onInterrupt(() => left.abort());
    const caughtUp = async (): Promise<boolean> => {
      look();
      await context.clock.wait(LOOK_EVERY_MS, left.signal);
      return !left.signal.aborted;
    };
    const begunAnew = (): void => log.begin(name);
    await log.read(followedLog(name, resolve(context.cwd, name), { caughtUp, begunAnew }));
    off();
  }
  look();
}

function text({ stdout, env }: Context, document: DiagnoseDocument): string {
  return diagnoseText(document, stdout.columns - 1, paintFor(stdout.isTTY, env)).join('\n');
}

function logNamed(context: Context, name: string): LogInput {
  if (name === '-') return { name: PIPED, open: () => context.stdin };
  return logFile(name, resolve(context.cwd, name));
}
