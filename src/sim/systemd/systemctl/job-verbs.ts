import type { ServiceManager } from '../manager.ts';
import type { ServiceResult } from '../service/exit-status.ts';
import type { JobResult, JobType } from '../service/job.ts';
import type { Service } from '../service/service.ts';
import { atRest } from '../service/state.ts';
import type { ToolResult } from '../tool-result.ts';
import { unitName } from '../unit-name.ts';
import type { CommandLine } from './command-line.ts';
import { loadErrorText } from './properties.ts';

const JOB_MODES = [
  'fail',
  'replace',
  'replace-irreversibly',
  'isolate',
  'ignore-dependencies',
  'ignore-requirements',
];

interface Outcome {
  readonly code: number;
  readonly stderr: string;
}

const FINE: Outcome = { code: 0, stderr: '' };

/** `start`, `stop`, `restart`: comes back when the jobs of all units have ended, or at once with `--no-block`. */
export async function runJobs(
  manager: ServiceManager,
  type: JobType,
  line: CommandLine,
): Promise<ToolResult> {
  const names = line.words.map(unitName);
  const warnings = names
    .map((name) => manager.inMemory(name))
    .filter((service) => service !== null && manager.needsReload(service))
    .map((service) => changedOnDisk(service?.unit.name ?? ''));
  const asked = names.map((name) => ask(manager, type, name, line));
  const outcomes: readonly Outcome[] = line.no_block
    ? asked.map((one) => ('code' in one ? one : FINE))
    : await Promise.all(
        asked.map((one) => ('code' in one ? one : one.ended.then((result) => told(one, result)))),
      );
  return {
    code: outcomes.map(({ code }) => code).find((code) => code !== 0) ?? 0,
    stdout: '',
    stderr: [...warnings, ...outcomes.map(({ stderr }) => stderr)].join(''),
  };
}

export function changedOnDisk(name: string): string {
  return `Warning: The unit file, source configuration file or drop-ins of ${name} changed on disk. Run 'systemctl daemon-reload' to reload units.\n`;
}

interface Asked {
  readonly service: Service;
  readonly ended: Promise<JobResult>;
}

/** Puts the job in line, or says why it cannot be. */
function ask(
  manager: ServiceManager,
  type: JobType,
  name: string,
  { job_mode }: CommandLine,
): Asked | Outcome {
  const service = manager.unit(name);
  if (!JOB_MODES.includes(job_mode)) return refused(type, name, `Job mode ${job_mode} invalid`, 1, true);
  const error = loadErrorText(service.unit);
  if (error !== null && type === 'stop' && atRest(service.state) && service.unit.load_state !== 'masked')
    return refused(type, name, `Unit ${name} not loaded.`, 5);
  if (error !== null && type !== 'stop')
    return refused(
      type,
      name,
      error,
      service.unit.load_state === 'not-found' ? 5 : 1,
      service.unit.load_state === 'bad-setting',
    );
  const ended = manager.request(type, service, job_mode === 'fail' ? 'fail' : 'replace');
  if (!('queued' in ended)) return { service, ended };
  const conflict = `(${name} has '${ended.queued}' job queued, but '${type}' is included in transaction)`;
  return refused(type, name, `Transaction for ${name}/${type} is destructive ${conflict}.`, 4, true);
}

function refused(type: JobType, name: string, why: string, code: number, see_logs = false): Outcome {
  const hint = see_logs ? `See system logs and 'systemctl status ${name}' for details.\n` : '';
  return { code, stderr: `Failed to ${type} ${name}: ${why}\n${hint}` };
}

function told({ service }: Asked, result: JobResult): Outcome {
  const { name } = service.unit;
  if (result === 'done') return FINE;
  if (result === 'canceled') return { code: 1, stderr: `Job for ${name} canceled.\n` };
  const again =
    service.result === 'start-limit-hit'
      ? `To force a start use "systemctl reset-failed ${name}"\nfollowed by "systemctl start ${name}" again.\n`
      : '';
  return {
    code: 1,
    stderr:
      `Job for ${name} failed because ${REASONS[service.result]}.\n` +
      `See "systemctl status ${name}" and "journalctl -xeu ${name}" for details.\n${again}`,
  };
}

const REASONS: Readonly<Record<ServiceResult, string>> = {
  success: 'the control process exited with error code',
  'exit-code': 'the control process exited with error code',
  signal: 'a fatal signal was delivered to the control process',
  timeout: 'a timeout was exceeded',
  resources: 'of unavailable resources or another system error',
  'start-limit-hit': 'start of the service was attempted too often',
};
