import { FaultError } from '../../core/fault.ts';
import { type Check, type CheckFunction, failed, type Patient } from './check.ts';
import { diskSpace } from './disk-space.ts';
import { endpoint } from './endpoint.ts';
import { engineAnswers } from './engine-answers.ts';
import { executable } from './executable.ts';
import { flags } from './flags.ts';
import { locks } from './locks.ts';
import { memory } from './memory.ts';
import { modelFiles } from './model-files.ts';
import { rights } from './rights.ts';
import { runFolder } from './run-folder.ts';
import { sandbox } from './sandbox.ts';
import { tools } from './tools.ts';
import { unitRights } from './unit-rights.ts';

const CHECKS: readonly (readonly [string, CheckFunction])[] = [
  ['run folder', runFolder],
  ['disk space', diskSpace],
  ['locks', locks],
  ['endpoint', endpoint],
  [
    'rights',
    (patient) => (patient.ports.supervisor.rights === undefined ? rights(patient) : unitRights(patient)),
  ],
  ['memory', memory],
  ['executable', executable],
  ['model files', modelFiles],
  ['engine', engineAnswers],
  ['tools and hooks', tools],
  ['sandbox', sandbox],
];

/** Only on request: they run the engine. */
const PROBES: typeof CHECKS = [['flags', flags]];

/** Every check, whatever became of the others; a fault of a port is a failed check with its name. Touches nothing. */
export async function examine(patient: Patient): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const [name, check] of patient.probe === true ? [...CHECKS, ...PROBES] : CHECKS) {
    try {
      const found = await check(patient);
      checks.push(...('name' in found ? [found] : found));
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      checks.push(failed(name, `${error.fault.name}: ${error.fault.message}`, error.fault.hint));
    }
  }
  return checks;
}
