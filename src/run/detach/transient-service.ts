import { SECOND } from '../../core/units.ts';
import type { Host } from '../../ports/host.ts';
import type { LastingManager } from './manager.ts';
import type { Detached, Detaching } from './request.ts';

const SYSTEMD_RUN = '/usr/bin/systemd-run';
const SYSTEMCTL = '/usr/bin/systemctl';
const TOOL_MS = 20 * SECOND;

/** Exit codes of runs that ended as a run may: nothing is left to do, so the unit need not be seen as failed. */
const ORDERLY = [10, 11, 12, 130];

export function unitName(runId: string): string {
  return `holdpoint-run-${runId.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 200)}`;
}

/**
 * The run as a service: `systemctl stop` on it asks the process alone to end (SIGTERM), and gives it the time that its
 * restore may take. A run that failed stays to be seen. It inherits nothing of this environment but where programs are
 * looked for: secrets are kept with the run, and everybody can read a unit.
 */
export async function transientService(
  host: Host,
  manager: LastingManager,
  detaching: Detaching,
): Promise<Detached | { readonly why: string }> {
  const unit = `${unitName(detaching.run_id)}.service`;
  const run = (tool: string, words: readonly string[]) =>
    host.run([tool, `--${manager.scope}`, ...words], { timeout_ms: TOOL_MS, env: manager.env });
  const made = await run(SYSTEMD_RUN, serviceArguments(unit, detaching));
  if (made.code !== 0) return { why: firstLine(made.stderr) };
  const { stdout } = await run(SYSTEMCTL, ['show', '--value', '-p', 'MainPID', '--', unit]);
  const whose = manager.scope === 'system' ? 'the system' : 'your own';
  return { pid: Number(stdout.trim()), unit, how: `as ${unit} of ${whose} manager` };
}

function serviceArguments(
  unit: string,
  { argv, program, cwd, env, log_file, run_id, stop_ms }: Detaching,
): readonly string[] {
  const properties = [
    'KillMode=mixed',
    `TimeoutStopSec=${Math.ceil(stop_ms / SECOND)}`,
    `SuccessExitStatus=${ORDERLY.join(' ')}`,
    `StandardOutput=append:${log_file}`,
    `StandardError=append:${log_file}`,
  ];
  return [
    '--quiet',
    `--unit=${unit}`,
    `--description=Holdpoint: run ${run_id}`,
    // that there is no such program is then said at once
    '--service-type=exec',
    `--working-directory=${cwd}`,
    ...['PATH', 'HOME'].flatMap((name) => (env[name] === undefined ? [] : [`--setenv=${name}=${env[name]}`])),
    ...properties.map((property) => `--property=${property}`),
    '--',
    // a variable in a command would be replaced by its value
    ...[...program, ...argv].map((word) => word.replaceAll('$', '$$$$')),
  ];
}

/**
 * Words in front of a command that move it out of this login, under a manager that outlives it, with the same pid,
 * environment and descriptors; null: the manager refuses.
 */
export async function scopeWords(
  host: Host,
  manager: LastingManager,
  runId: string,
): Promise<{ readonly words: readonly string[]; readonly unit: string } | { readonly why: string }> {
  const words = [SYSTEMD_RUN, `--${manager.scope}`, '--scope', '--quiet', '--collect'];
  // It is this process that would run the command, so that a refusal cannot be told from what the command says.
  const tried = await host.run([...words, '--', '/bin/true'], { timeout_ms: TOOL_MS, env: manager.env });
  if (tried.code !== 0) return { why: firstLine(tried.stderr) };
  const unit = `${unitName(runId)}.scope`;
  return { words: [...words, `--unit=${unit}`, '--property=KillMode=process', '--'], unit };
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] || 'systemd-run failed without a word';
}
