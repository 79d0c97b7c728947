import type { Milliseconds } from '../../../core/units.ts';
import { runJournalctl } from '../journalctl/journalctl.ts';
import type { ServiceManager } from '../manager.ts';
import { commandName } from '../service/control-group.ts';
import { describeExit } from '../service/exit-status.ts';
import type { Moment } from '../service/moment.ts';
import type { Service } from '../service/service.ts';
import { ACTIVE_STATES } from '../service/state.ts';
import { quoteCommandLine } from '../unit-file/shell-quote.ts';
import { formatTimeSpan } from '../unit-file/time-span.ts';
import { loadErrorText, timeText, unitFileState } from './properties.ts';

const DOTS: Readonly<Record<string, string>> = { inactive: '○', failed: '×' };

/** What `systemctl status UNIT` prints, with the last lines of the journal. */
export function statusText(manager: ServiceManager, service: Service, lines: number): string {
  const { unit } = service;
  const active = ACTIVE_STATES[service.state];
  const heading =
    unit.definition.description === null ? unit.name : `${unit.name} - ${unit.definition.description}`;
  const rows = [
    `${DOTS[active] ?? '●'} ${heading}`,
    row('Loaded', loadedText(service)),
    ...dropIns(unit.drop_in_paths),
    row('Active', activeText(manager, service)),
    ...processRows(service),
    ...groupRows(service),
  ];
  const log =
    lines === 0 ? '' : runJournalctl(manager.journal, ['-q', '-u', unit.name, '-n', String(lines)], 0).stdout;
  return `${rows.join('\n')}\n${log === '' ? '' : `\n${log}`}`;
}

function row(label: string, text: string): string {
  return `${label.padStart(11)}: ${text}`;
}

function loadedText({ unit }: Service): string {
  const error = loadErrorText(unit);
  if (error !== null) return `${unit.load_state} (Reason: ${error})`;
  const state = unitFileState(unit);
  return `loaded (${unit.fragment_path}; ${state}${state === 'static' ? '' : '; preset: enabled'})`;
}

function dropIns(paths: readonly string[]): readonly string[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const cut = path.lastIndexOf('/');
    const folder = path.slice(0, cut);
    folders.set(folder, [...(folders.get(folder) ?? []), path.slice(cut + 1)]);
  }
  const indent = ' '.repeat(13);
  return [...folders].flatMap(([folder, files], index) => [
    index === 0 ? row('Drop-In', folder) : `${indent}${folder}`,
    `${indent}└─${files.join(', ')}`,
  ]);
}

function activeText(manager: ServiceManager, service: Service): string {
  const { state, result, times } = service;
  const active = ACTIVE_STATES[state];
  const sub = active === 'failed' ? '' : ` (${state})`;
  const why = result === 'success' ? '' : ` (Result: ${result})`;
  const since =
    active === 'active'
      ? times.active_enter
      : active === 'activating'
        ? times.inactive_exit
        : active === 'deactivating'
          ? times.active_exit
          : times.inactive_enter;
  const when =
    since === null
      ? ''
      : ` since ${timeText(since, 'pretty')}; ${ago(manager.machine.time.wall() - since.wall)}`;
  return `${active}${sub}${why}${when}`;
}

function processRows(service: Service): readonly string[] {
  const { main, main_pid, unit, times } = service;
  if (main === null) return [];
  if (main_pid !== 0) return [row('Main PID', `${main.pid} (${commandName(programOf(service))})`)];
  if (main.exit === null) return [];
  const { word, shown } = describeExit(main.exit);
  const argv = unit.definition.commands[0]?.argv.join(' ') ?? '';
  const end = `(code=${word}, ${shown})`;
  const span = duration(times.active_enter, times.active_exit);
  const resting = service.state === 'dead' || service.state === 'failed';
  return [
    ...(span === null || !resting ? [] : [row('Duration', formatTimeSpan(span, 1000))]),
    row('Process', `${main.pid} ExecStart=${argv} ${end}`),
    row('Main PID', `${main.pid} ${end}`),
  ];
}

function programOf({ cgroup, main_pid }: Service): { readonly argv: readonly string[] } {
  return cgroup.members().find(({ pid }) => pid === main_pid) ?? { argv: [] };
}

function duration(from: Moment | null, to: Moment | null): Milliseconds | null {
  if (from === null || to === null || to.monotonic_us < from.monotonic_us) return null;
  return (to.monotonic_us - from.monotonic_us) / 1000;
}

function groupRows({ cgroup }: Service): readonly string[] {
  const members = cgroup.members();
  if (members.length === 0) return [];
  const width = Math.max(...members.map(({ pid }) => String(pid).length));
  return [
    row('CGroup', cgroup.path),
    ...members.map(({ pid, argv }, index) => {
      const branch = index === members.length - 1 ? '└─' : '├─';
      return `${' '.repeat(13)}${branch}${String(pid).padStart(width)} ${quoteCommandLine(argv)}`;
    }),
  ];
}

/** `2s ago`, `5min 3s ago`, `3h 12min ago`, `2 days ago`: coarser the longer it is. */
function ago(span: Milliseconds): string {
  const seconds = Math.floor(span / 1000);
  const [minutes, hours, days] = [
    Math.floor(seconds / 60),
    Math.floor(seconds / 3600),
    Math.floor(seconds / 86_400),
  ];
  if (days >= 2) return `${days} days ago`;
  if (hours >= 25) return `1 day ${hours - 24}h ago`;
  if (hours >= 6) return `${hours}h ago`;
  if (hours >= 1) return `${hours}h ${minutes % 60}min ago`;
  if (minutes >= 5) return `${minutes}min ago`;
  if (minutes >= 1) return `${minutes}min ${seconds % 60}s ago`;
  if (seconds >= 1) return `${seconds}s ago`;
  return `${Math.max(0, Math.floor(span))}ms ago`;
}
