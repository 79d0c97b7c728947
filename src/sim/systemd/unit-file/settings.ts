import type { Signal } from '../../machine.ts';
import { parseCommands } from './command.ts';
import { DEFAULT_DEFINITION, KILL_MODES, RESTART_POLICIES, type ServiceDefinition } from './definition.ts';
import { mergeAssignments, parseEnvironment } from './environment.ts';
import type { SpecifierValues } from './specifiers.ts';
import { parseTimeSpan } from './time-span.ts';
import { splitWords } from './words.ts';

/** What one assignment changes. `fatal`: the unit cannot be started because of it. */
export interface Change {
  readonly set?: Partial<ServiceDefinition>;
  readonly remarks?: readonly string[];
  readonly fatal?: boolean;
}

type Setting = (value: string, now: ServiceDefinition, values: SpecifierValues) => Change;

const KILL_SIGNALS: readonly Signal[] = ['TERM', 'INT', 'HUP', 'QUIT', 'KILL'];
const NOT_SIMULATED = ['forking', 'oneshot', 'dbus', 'notify'];

/** The keys that the simulated manager acts on. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  'Unit.Description': (value) => ({ set: { description: value === '' ? null : value } }),
  'Unit.StartLimitBurst': (value) =>
    /^[0-9]+$/.test(value)
      ? { set: { start_limit_burst: Number(value) } }
      : { remarks: [`Failed to parse unsigned integer value, ignoring: ${value}`] },
  'Unit.StartLimitIntervalSec': span((ms) => ({ start_limit_interval_ms: ms })),
  'Install.WantedBy': (value, now) =>
    value === ''
      ? { set: { wanted_by: [] } }
      : { set: { wanted_by: [...now.wanted_by, ...value.split(/\s+/)] } },
  'Service.Type': type,
  'Service.ExecStart': (value, now, values) => {
    if (value === '') return { set: { commands: [] } };
    const parsed = parseCommands(value, values);
    return parsed.ok
      ? { set: { commands: [...now.commands, ...parsed.commands] } }
      : { remarks: [parsed.remark], fatal: !parsed.remark.startsWith('Neither') };
  },
  'Service.Environment': (value, now, values) => {
    if (value === '') return { set: { environment: [] } };
    const { assignments, remarks } = parseEnvironment(value, values);
    return { set: { environment: mergeAssignments([now.environment, assignments]) }, remarks };
  },
  'Service.EnvironmentFile': (value, now) => {
    if (value === '') return { set: { environment_files: [] } };
    const optional = value.startsWith('-');
    const path = optional ? value.slice(1) : value;
    if (!path.startsWith('/'))
      return { remarks: [`EnvironmentFile= path is not absolute, ignoring: ${path}`] };
    return { set: { environment_files: [...now.environment_files, { path, optional }] } };
  },
  'Service.User': (value) => ({ set: { user: value === '' ? null : value } }),
  'Service.Group': (value) => ({ set: { group: value === '' ? null : value } }),
  'Service.WorkingDirectory': (value) => ({ set: { working_directory: value === '' ? null : value } }),
  'Service.SyslogIdentifier': (value) => ({ set: { syslog_identifier: value === '' ? null : value } }),
  'Service.Restart': (value) => {
    const restart = RESTART_POLICIES.find((policy) => policy === value);
    return restart === undefined
      ? { remarks: [`Failed to parse service restart specifier, ignoring: ${value}`] }
      : { set: { restart } };
  },
  'Service.RestartSec': span((ms) => ({ restart_ms: ms })),
  'Service.TimeoutStartSec': span((ms) => ({ timeout_start_ms: unlimited(ms) })),
  'Service.TimeoutStopSec': span((ms) => ({ timeout_stop_ms: unlimited(ms) })),
  'Service.TimeoutSec': span((ms) => ({ timeout_start_ms: unlimited(ms), timeout_stop_ms: unlimited(ms) })),
  'Service.KillMode': (value) => {
    const mode = KILL_MODES.find((known) => known === value);
    return mode === undefined
      ? { remarks: [`Failed to parse kill mode specification, ignoring: ${value}`] }
      : { set: { kill_mode: mode }, remarks: mode === 'none' ? [KILL_MODE_NONE] : [] };
  },
  'Service.KillSignal': (value) => {
    const signal = KILL_SIGNALS.find((known) => known === value.replace(/^SIG/, ''));
    return signal === undefined
      ? { remarks: [`Failed to parse signal value, ignoring: ${value}`] }
      : { set: { kill_signal: signal } };
  },
  'Service.SendSIGKILL': (value) => ({ set: { send_sigkill: /^(?:yes|true|on|1)$/i.test(value) } }),
  'Service.SuccessExitStatus': (value, now) =>
    value === ''
      ? { set: { success_statuses: [] } }
      : { set: { success_statuses: [...now.success_statuses, ...statuses(value)] } },
};

const KILL_MODE_NONE =
  "Unit uses KillMode=none. This is unsafe, as it disables systemd's process lifecycle management for the service. " +
  "Please update the service to use a safer KillMode=, such as 'mixed' or 'control-group'. Support for " +
  'KillMode=none is deprecated and will eventually be removed.';

function type(value: string): Change {
  if (value === '') return { set: { type: DEFAULT_DEFINITION.type } };
  if (value === 'simple' || value === 'idle') return { set: { type: 'simple' } };
  if (value === 'exec') return { set: { type: 'exec' } };
  if (!NOT_SIMULATED.includes(value))
    return { remarks: [`Failed to parse service type, ignoring: ${value}`] };
  return { remarks: [`Type=${value} is not simulated.`], fatal: true };
}

function span(set: (ms: number) => Partial<ServiceDefinition>): Setting {
  return (value) => {
    const parsed = parseTimeSpan(value);
    return parsed === null
      ? { remarks: [`Failed to parse time value, ignoring: ${value}`] }
      : { set: set(parsed) };
  };
}

/** In time-outs 0 means none. */
function unlimited(ms: number): number {
  return ms === 0 ? Number.POSITIVE_INFINITY : ms;
}

function statuses(value: string): readonly string[] {
  return (splitWords(value) ?? []).map(({ text }) => text.replace(/^SIG/, ''));
}
