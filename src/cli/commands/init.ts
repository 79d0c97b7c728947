import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endpointAt } from '../../core/config/endpoint.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { shellWord } from '../../core/plan/shell.ts';
import { draft, type InitTarget } from '../../run/init.ts';
import type { Described } from '../../run/init-describe.ts';
import { draftOfUnit } from '../../run/init-unit.ts';
import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { printEnvelope } from '../envelope.ts';
import { requireLinux } from '../linux.ts';
import { lookingAt } from '../looking.ts';
import { type Unit, unitBy } from '../named-service.ts';
import type { Options } from '../options.ts';

export const init: CommandFunction = async (context, { options }) => {
  requireLinux(context, 'init');
  const target = targetOf(options);
  const file = resolve(context.cwd, options.file ?? 'holdpoint.yaml');
  const { text, port, engine, what, named } = await drafted(context, options, target);
  writeNew(file, text);
  const next = ['doctor', 'plan', 'sweep'].map((command) => `holdpoint ${command} -f ${shellWord(file)}`);
  if (options.json) {
    printEnvelope(context, { command: 'init', data: { file, ...named, port, engine, next } });
    return;
  }
  context.stdout.write(
    `${file} describes ${what} (${engine}, port ${port}). Read it, then:\n${next.map((line) => `  ${line}\n`).join('')}`,
  );
};

interface Drafted extends Described {
  readonly what: string;
  /** How the server is named in the document of `--json`. */
  readonly named: Readonly<Record<string, string | number>>;
}

async function drafted(context: Context, options: Options, target: InitTarget | Unit): Promise<Drafted> {
  if (!('unit' in target)) {
    const found = await draft(await context.services.host(), target);
    return { ...found, what: `pid ${found.pid}`, named: { pid: found.pid } };
  }
  const { unit, scope } = target;
  const looking = lookingAt({
    service: target,
    endpoint: endpointAt('127.0.0.1', 0),
    engine: 'openai',
    devices: null,
  });
  // Its devices are not looked at, so their tool need not be there.
  const accelerator = { ...looking.accelerator, kind: 'host-memory' } as const;
  const { host, supervisor } = await context.services.wire(
    { ...looking, accelerator },
    { tools_from_path: options.toolsFromPath === true },
  );
  const found = await draftOfUnit({ unit, scope, host, supervisor });
  return { ...found, what: unit, named: { unit, scope } };
}

function targetOf(options: Options): InitTarget | Unit {
  const { fromPid, fromPort, fromUnit, user } = options;
  if ([fromPid, fromPort, fromUnit].filter((given) => given !== undefined).length === 1) {
    if (fromUnit !== undefined) return unitBy('from-unit', fromUnit, user === true);
    if (user === true)
      throw new FaultError(
        fault('usage', '--user goes with --from-unit', { hint: '--user --from-unit NAME.service' }),
      );
    if (fromPid !== undefined) return { pid: fromPid };
    if (fromPort !== undefined) return { port: fromPort };
  }
  const ways = '--from-unit NAME, --from-pid N or --from-port N';
  throw new FaultError(fault('usage', `say which server: ${ways}, one of them`));
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
