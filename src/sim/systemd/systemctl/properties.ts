import { longTime, preciseLongTime } from '../clock-text.ts';
import { describeExit } from '../service/exit-status.ts';
import type { Job } from '../service/job.ts';
import type { Moment } from '../service/moment.ts';
import type { MainRecord, Service } from '../service/service.ts';
import { ACTIVE_STATES } from '../service/state.ts';
import type { Command } from '../unit-file/command.ts';
import type { LoadedUnit } from '../unit-file/load-unit.ts';
import { shellQuote } from '../unit-file/shell-quote.ts';
import { formatTimeSpan } from '../unit-file/time-span.ts';

export type TimeStyle = 'pretty' | 'unix' | 'us';

/** What properties are read from. */
export interface PropertySource {
  readonly service: Service;
  readonly job: Job | null;
  readonly uid: number | null;
  /** Asked only where the property is wanted: it costs a look at the disk. */
  readonly needsReload: () => boolean;
}

export interface Property {
  readonly name: string;
  /** One line for each; none: not printed even where it was asked for. */
  readonly read: (source: PropertySource, style: TimeStyle) => readonly string[];
  /** Changes without a change of the unit. */
  readonly live?: true;
}

/** Properties of a service in the order in which `systemctl show` of systemd 252 prints them. */
export const PROPERTIES: readonly Property[] = [
  fromUnit('Type', ({ load_state, definition }) =>
    load_state === 'loaded' || definition.commands.length > 0 ? definition.type : '',
  ),
  constant('ExitType', 'main'),
  fromUnit('Restart', ({ definition }) => definition.restart),
  constant('NotifyAccess', 'none'),
  fromUnit('RestartUSec', ({ definition }) => formatTimeSpan(definition.restart_ms)),
  fromUnit('TimeoutStartUSec', ({ definition }) => formatTimeSpan(definition.timeout_start_ms)),
  fromUnit('TimeoutStopUSec', ({ definition }) => formatTimeSpan(definition.timeout_stop_ms)),
  fromUnit('TimeoutAbortUSec', ({ definition }) => formatTimeSpan(definition.timeout_stop_ms)),
  constant('RemainAfterExit', 'no'),
  constant('GuessMainPID', 'yes'),
  fromUnit('SuccessExitStatus', ({ definition }) => definition.success_statuses.join(' ')),
  fromService('MainPID', (service) => String(service.main_pid)),
  constant('ControlPID', '0'),
  constant('StatusText', ''),
  constant('StatusErrno', '0'),
  fromService('Result', (service) => service.result),
  constant('ReloadResult', 'success'),
  { name: 'UID', read: ({ uid }) => [uid === null ? '[not set]' : String(uid)] },
  { name: 'GID', read: ({ uid }) => [uid === null ? '[not set]' : String(uid)] },
  fromService('NRestarts', (service) => String(service.restarts)),
  constant('OOMPolicy', 'stop'),
  ...moments('ExecMainStartTimestamp', ({ main }) => main?.started ?? null),
  ...moments('ExecMainExitTimestamp', ({ main }) => main?.exited ?? null),
  fromService('ExecMainPID', ({ main }) => String(main?.pid ?? 0)),
  fromService('ExecMainCode', ({ main }) => String(ended(main)?.code ?? 0)),
  fromService('ExecMainStatus', ({ main }) => String(ended(main)?.status ?? 0)),
  {
    name: 'ExecStart',
    read: ({ service }, style) =>
      service.unit.definition.commands.map((command, index) =>
        execText(command, index === 0 ? service.command_status : null, style),
      ),
  },
  constant('Slice', 'system.slice'),
  {
    name: 'ControlGroup',
    live: true,
    read: ({ service }) => [
      ACTIVE_STATES[service.state] === 'active' || !service.cgroup.empty ? service.cgroup.path : '',
    ],
  },
  constant('MemoryCurrent', '[not set]'),
  constant('MemoryAvailable', 'infinity'),
  constant('CPUUsageNSec', '[not set]'),
  constant('TasksCurrent', '[not set]'),
  fromUnit('Environment', ({ definition }) => definition.environment.map(shellQuote).join(' ')),
  {
    name: 'EnvironmentFiles',
    read: ({ service }) =>
      service.unit.definition.environment_files.map(
        ({ path, optional }) => `${path} (ignore_errors=${optional ? 'yes' : 'no'})`,
      ),
  },
  fromUnit('WorkingDirectory', ({ definition }) => definition.working_directory ?? ''),
  fromUnit('StandardOutput', ({ load_state }) => (load_state === 'loaded' ? 'journal' : 'inherit')),
  constant('StandardError', 'inherit'),
  fromUnit('SyslogIdentifier', ({ definition }) => definition.syslog_identifier ?? ''),
  fromUnit('User', ({ definition }) => definition.user ?? ''),
  fromUnit('Group', ({ definition }) => definition.group ?? ''),
  fromUnit('KillMode', ({ definition }) => definition.kill_mode),
  fromUnit('KillSignal', ({ definition }) => KILL_SIGNAL_NUMBERS[definition.kill_signal] ?? ''),
  fromUnit('SendSIGKILL', ({ definition }) => (definition.send_sigkill ? 'yes' : 'no')),
  fromUnit('Id', ({ name }) => name),
  fromUnit('Names', ({ name }) => shellQuote(name)),
  fromUnit('WantedBy', ({ wants }) =>
    wants.map((path) => /([^/]+)\.wants\//.exec(path)?.[1] ?? '').join(' '),
  ),
  fromUnit('Description', ({ definition, name }) => definition.description ?? name),
  fromUnit('LoadState', ({ load_state }) => load_state),
  fromService('ActiveState', ({ state }) => ACTIVE_STATES[state]),
  constant('FreezerState', 'running'),
  fromService('SubState', ({ state }) => state),
  fromUnit('FragmentPath', ({ fragment_path }) => fragment_path ?? ''),
  fromUnit('DropInPaths', ({ drop_in_paths }) => drop_in_paths.map(shellQuote).join(' ')),
  fromUnit('UnitFileState', unitFileState),
  fromUnit('UnitFilePreset', ({ load_state }) => (load_state === 'not-found' ? '' : 'enabled')),
  ...moments('StateChangeTimestamp', ({ times }) => times.state_change),
  ...moments('InactiveExitTimestamp', ({ times }) => times.inactive_exit),
  ...moments('ActiveEnterTimestamp', ({ times }) => times.active_enter),
  ...moments('ActiveExitTimestamp', ({ times }) => times.active_exit),
  ...moments('InactiveEnterTimestamp', ({ times }) => times.inactive_enter),
  fromUnit('CanStart', ({ load_state }) => (load_state === 'loaded' ? 'yes' : 'no')),
  constant('CanStop', 'yes'),
  constant('CanReload', 'no'),
  { name: 'Job', live: true, read: ({ job }) => [job === null ? '' : String(job.id)] },
  constant('RefuseManualStart', 'no'),
  constant('RefuseManualStop', 'no'),
  { name: 'NeedDaemonReload', live: true, read: ({ needsReload }) => [needsReload() ? 'yes' : 'no'] },
  { name: 'LoadError', read: ({ service }) => loadError(service.unit) },
  constant('Transient', 'no'),
  constant('Perpetual', 'no'),
  fromUnit('StartLimitIntervalUSec', ({ definition }) => formatTimeSpan(definition.start_limit_interval_ms)),
  fromUnit('StartLimitBurst', ({ definition }) => String(definition.start_limit_burst)),
  constant('StartLimitAction', 'none'),
  fromService('InvocationID', ({ invocation }) => invocation ?? ''),
  constant('CollectMode', 'inactive'),
];

const KILL_SIGNAL_NUMBERS: Readonly<Record<string, string>> = {
  HUP: '1',
  INT: '2',
  QUIT: '3',
  KILL: '9',
  TERM: '15',
};

/** What `is-enabled` would say of a unit as it was loaded. */
export function unitFileState({ load_state, wants, definition }: LoadedUnit): string {
  if (load_state === 'not-found') return '';
  if (load_state === 'masked') return 'masked';
  if (wants.length > 0) return 'enabled';
  return definition.wanted_by.length > 0 ? 'disabled' : 'static';
}

/** Why a unit cannot be started; null: it can. */
export function loadErrorText({ load_state, name }: LoadedUnit): string | null {
  switch (load_state) {
    case 'loaded':
      return null;
    case 'not-found':
      return `Unit ${name} not found.`;
    case 'masked':
      return `Unit ${name} is masked.`;
    case 'bad-setting':
      return `Unit ${name} has a bad unit file setting.`;
  }
}

function loadError(unit: LoadedUnit): readonly string[] {
  const names = {
    'not-found': 'NoSuchUnit',
    'bad-setting': 'BadUnitSetting',
    masked: 'UnitMasked',
    loaded: '',
  };
  const text = loadErrorText(unit);
  return text === null ? [] : [`org.freedesktop.systemd1.${names[unit.load_state]} "${text}"`];
}

function constant(name: string, value: string): Property {
  return { name, read: () => [value] };
}

function fromUnit(name: string, read: (unit: LoadedUnit) => string): Property {
  return { name, read: ({ service }) => [read(service.unit)] };
}

function fromService(name: string, read: (service: Service) => string): Property {
  return { name, read: ({ service }) => [read(service)] };
}

function moments(name: string, read: (service: Service) => Moment | null): readonly Property[] {
  return [
    {
      name,
      read: ({ service }, style) => {
        const moment = read(service);
        return [moment === null ? '' : timeText(moment, style)];
      },
    },
    { name: `${name}Monotonic`, read: ({ service }) => [String(read(service)?.monotonic_us ?? 0)] },
  ];
}

export function timeText({ wall }: Moment, style: TimeStyle): string {
  if (style === 'unix') return `@${Math.floor(wall / 1000)}`;
  return style === 'us' ? preciseLongTime(wall) : longTime(wall);
}

function ended(main: MainRecord | null) {
  return main?.exit ? describeExit(main.exit) : null;
}

/** Arguments stand as they are, joined by blanks: this form cannot be read back. */
function execText(
  { path, argv, ignore_errors }: Command,
  status: MainRecord | null,
  style: TimeStyle,
): string {
  const exit = ended(status);
  const time = (moment: Moment | null | undefined) => (moment ? timeText(moment, style) : 'n/a');
  return [
    `{ path=${path}`,
    `argv[]=${argv.join(' ')}`,
    `ignore_errors=${ignore_errors ? 'yes' : 'no'}`,
    `start_time=[${time(status?.started)}]`,
    `stop_time=[${time(status?.exited)}]`,
    `pid=${status?.pid ?? 0}`,
    `code=${exit?.word ?? '(null)'}`,
    `status=${exit?.property ?? '0/0'} }`,
  ].join(' ; ');
}
