import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FaultError, fault } from '../../core/fault.ts';
import { shellWord } from '../../core/plan/shell.ts';
import { draft, type InitTarget } from '../../run/init.ts';
import type { CommandFunction } from '../command.ts';
import { printEnvelope } from '../envelope.ts';
import { requireLinux } from '../linux.ts';
import type { Options } from '../options.ts';

export const init: CommandFunction = async (context, { options }) => {
  requireLinux(context, 'init');
  const target = targetOf(options);
  const file = resolve(context.cwd, options.file ?? 'holdpoint.yaml');
  const { text, pid, port, engine } = await draft(await context.services.host(), target);
  writeNew(file, text);
  const next = ['doctor', 'plan', 'sweep'].map((command) => `holdpoint ${command} -f ${shellWord(file)}`);
  if (options.json) {
    printEnvelope(context, { command: 'init', data: { file, pid, port, engine, next } });
    return;
  }
  context.stdout.write(
    `${file} describes pid ${pid} (${engine}, port ${port}). Read it, then:\n${next.map((line) => `  ${line}\n`).join('')}`,
  );
};

function targetOf({ fromPid, fromPort }: Options): InitTarget {
  if (fromPid !== undefined && fromPort === undefined) return { pid: fromPid };
  if (fromPort !== undefined && fromPid === undefined) return { port: fromPort };
  throw new FaultError(fault('usage', 'say which server: --from-pid N or --from-port N, one of them'));
}

/** Never over a file that is there: somebody may have worked on it. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new FaultError(
        fault('usage', `${file} exists and is not overwritten`, { hint: 'name another file with -f' }),
      );
    }
    throw new FaultError(
      fault('permission', `${file} cannot be written: ${code}`, { hint: 'name another file with -f' }),
    );
  }
}
