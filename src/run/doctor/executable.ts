import { KiB, SECOND } from '../../core/units.ts';
import { type Check, failed, ok, type Patient, unknown } from './check.ts';
import { programOf } from './program.ts';

const NAME = 'executable';
const ELF = '\x7fELF';

/**
 * Does the program exist, may it be run, and does it run? Only a binary of an engine that is known to answer
 * `--version` and end is really run: a wrapper script could start the server, and `doctor` touches nothing.
 */
export async function executable({
  configuration,
  ports,
  storage,
  definition,
  path,
}: Patient): Promise<Check> {
  const program = definition?.argv[0];
  if (definition === null || program === undefined) return unknown(NAME, 'no command is known: nothing runs');
  const file = await programOf(definition, storage, path);
  if (file === null)
    return failed(
      NAME,
      `${program} is not there or may not be executed`,
      'check the first word of the command, and PATH where it has no folder',
    );
  const head = (await ports.host.readText(file, KiB)) ?? '';
  const script = /^#!\s*(\S+)/.exec(head);
  if (script !== null) return ofScript(file, script[1] ?? '', storage);
  if (!head.startsWith(ELF) || configuration.engine !== 'llamacpp')
    return ok(NAME, `${file} may be executed (not tried)`);
  const env = { ...definition.env };
  const run = await ports.host.run([file, '--version'], {
    timeout_ms: 10 * SECOND,
    cwd: definition.cwd,
    env,
  });
  const said =
    (run.stdout + run.stderr)
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? '';
  if (run.code === 0) return ok(NAME, `${file} runs: ${said}`);
  const how = run.timed_out
    ? 'did not end within 10 s'
    : `ended with ${run.signal ?? `exit code ${run.code}`}`;
  return failed(
    NAME,
    `${file} --version ${how}: ${said}`,
    'run it by hand: a library or a CPU feature may be missing',
  );
}

async function ofScript(file: string, interpreter: string, storage: Patient['storage']): Promise<Check> {
  const access = await storage.access(interpreter, 'execute');
  if (access === 'ok') return ok(NAME, `${file} is a script for ${interpreter} (not tried)`);
  return failed(
    NAME,
    `${file} wants ${interpreter}: ${access}`,
    'install the interpreter that its first line names',
  );
}
