import type { Files } from '../../machine.ts';
import { parseAssignments } from './assignments.ts';
import { DEFAULT_DEFINITION, type ServiceDefinition } from './definition.ts';
import { SETTINGS } from './settings.ts';
import type { SpecifierValues } from './specifiers.ts';
import { dropInFolders, findDropIns, findFragment, findWants } from './unit-paths.ts';

export type LoadState = 'loaded' | 'not-found' | 'bad-setting' | 'masked';

/** A unit as it was read from disk at one moment. */
export interface LoadedUnit {
  readonly name: string;
  readonly load_state: LoadState;
  readonly definition: ServiceDefinition;
  readonly fragment_path: string | null;
  readonly drop_in_paths: readonly string[];
  /** Fragment first. What was on disk, to notice a change. */
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  readonly known_folders: readonly string[];
  /** Links that want the unit at boot and keep it in memory while it is inactive. */
  readonly wants: readonly string[];
  /** What the manager writes into its log while loading. */
  readonly remarks: readonly string[];
}

/** Keys that a real unit file may have and that change nothing here. */
const WITHOUT_EFFECT =
  /^(?:Unit\.(?:After|Before|Wants|Requires|BindsTo|PartOf|Conflicts|Documentation|On(?:Success|Failure)|Condition\w+|Assert\w+|RequiresMountsFor|DefaultDependencies|StartLimitAction|CollectMode|JobTimeout\w+)|Install\.(?:Alias|Also|RequiredBy|DefaultInstance)|Service\.(?:Exec(?:StartPre|StartPost|Stop|StopPost|Reload|Condition)|Limit\w+|Memory\w+|CPU\w+|IO\w+|Tasks\w+|Nice|OOM\w+|Standard\w+|Syslog\w+|LogRate\w+|Private\w+|Protect\w+|Restrict\w+|NoNewPrivileges|Capabilit\w+|AmbientCapabilities|Device\w+|UMask|Slice|Delegate|Runtime\w+|State\w+|Cache\w+|Logs\w+|Configuration\w+|ReadWritePaths|ReadOnlyPaths|SupplementaryGroups|PassEnvironment|UnsetEnvironment|RemainAfterExit|GuessMainPID|PIDFile|NotifyAccess|Watchdog\w+|TimeoutAbortSec|SendSIGHUP|FinalKillSignal|RestartKillSignal|RestartPreventExitStatus|RestartForceExitStatus|KeyringMode|LockPersonality|SystemCall\w+|ExitType|RootDirectory\w*|NUMA\w+))$/;

/** Reads a unit and its drop-ins. `values.unit` is its full name. */
export function loadUnit(files: Files, values: SpecifierValues): LoadedUnit {
  const name = values.unit;
  const fragment = findFragment(files, name);
  const drop_in_paths = fragment === null || fragment.text === '' ? [] : findDropIns(files, name);
  const sources = [
    ...(fragment === null ? [] : [fragment]),
    ...drop_in_paths.map((path) => ({ path, text: files.read(path) ?? '' })),
  ];
  const { definition, remarks, fatal } = readSources(sources, values);
  const common = { name, sources, drop_in_paths, known_folders: dropInFolders(files, name) };
  const path = fragment?.path ?? null;
  const wants = findWants(files, name, definition.wanted_by);
  if (fragment === null || fragment.text === '') {
    const load_state = fragment === null ? 'not-found' : 'masked';
    return { ...common, load_state, definition: DEFAULT_DEFINITION, fragment_path: path, wants, remarks: [] };
  }
  const refusal = fatal
    ? 'Unit configuration has fatal error, unit will not be started.'
    : whyRefused(definition);
  return {
    ...common,
    load_state: refusal === null ? 'loaded' : 'bad-setting',
    definition,
    fragment_path: path,
    wants,
    remarks: refusal === null ? remarks : [...remarks, `${name}: ${refusal}`],
  };
}

function readSources(
  sources: LoadedUnit['sources'],
  values: SpecifierValues,
): { readonly definition: ServiceDefinition; readonly remarks: readonly string[]; readonly fatal: boolean } {
  let definition = DEFAULT_DEFINITION;
  let fatal = false;
  const remarks: string[] = [];
  for (const { path, text } of sources) {
    const parsed = parseAssignments(text);
    for (const { line, text: remark } of parsed.remarks) remarks.push(`${path}:${line}: ${remark}`);
    for (const { section, key, value, line } of parsed.assignments) {
      const setting = SETTINGS[`${section}.${key}`];
      if (setting === undefined) {
        if (!WITHOUT_EFFECT.test(`${section}.${key}`))
          remarks.push(`${path}:${line}: Unknown key '${key}' in section [${section}], ignoring.`);
        continue;
      }
      const change = setting(value, definition, values);
      definition = { ...definition, ...change.set };
      fatal ||= change.fatal === true;
      for (const remark of change.remarks ?? []) remarks.push(`${path}:${line}: ${remark}`);
    }
  }
  return { definition, remarks, fatal };
}

function whyRefused({ commands }: ServiceDefinition): string | null {
  if (commands.length === 0) return 'Service has no ExecStart=, ExecStop=, or SuccessAction=. Refusing.';
  if (commands.length > 1)
    return 'Service has more than one ExecStart= setting, which is only allowed for Type=oneshot services. Refusing.';
  return null;
}

/**
 * True: what is on disk is not what was loaded. As in systemd 252, a folder of drop-ins that is new since the last
 * reload is not seen.
 */
export function differsFromDisk(files: Files, unit: LoadedUnit): boolean {
  if (unit.fragment_path === null) return false;
  for (const { path, text } of unit.sources) if (files.read(path) !== text) return true;
  if (unit.load_state !== 'loaded') return unit.drop_in_paths.length > 0;
  const seen = findDropIns(files, unit.name).filter((path) =>
    unit.known_folders.includes(path.slice(0, path.lastIndexOf('/'))),
  );
  return seen.join('\n') !== unit.drop_in_paths.join('\n');
}
