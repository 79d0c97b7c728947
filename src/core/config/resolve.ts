import type { GoodputLimits } from '../documents/measurement.ts';
import type {
  AcceleratorConfiguration,
  AuthConfiguration,
  Configuration,
  ConstraintConfiguration,
  EvaluationConfiguration,
  Hooks,
  Limits,
  ObjectiveConfiguration,
  Place,
  ServiceConfiguration,
  WorkloadConfiguration,
} from './configuration.ts';
import {
  ANY_ACCELERATOR,
  DEFAULT_METRIC,
  EVALUATION_DEFAULTS,
  LIMIT_DEFAULTS,
  NO_HOOKS,
  WORKLOAD_DEFAULTS,
} from './defaults.ts';
import type { Draft } from './draft.ts';
import { type Environment, expand } from './expansion.ts';
import { readPath } from './path-keys.ts';
import { folderOf, resolvePath, resolveProgram } from './paths.ts';
import type { RawFile, RawService, RawWorkload } from './schema/file.ts';
import type { Path } from './source/finding.ts';

export interface ResolveContext {
  /** Absolute path of the file. */
  readonly file: string;
  readonly environment: Environment;
  place(path: Path): Place;
}

/** A checked file with every default filled in and every path absolute. */
export function resolveFile(raw: RawFile, draft: Draft, context: ResolveContext): Configuration {
  const { file, place } = context;
  const paths = pathReader(context);
  const workloads = raw.workloads.map((workload): WorkloadConfiguration => {
    const {
      prompts,
      api,
      concurrency,
      temperature,
      body,
      expect,
      requests,
      duration,
      replay,
      goodput,
      ...given
    } = workload;
    const scheduled = given.rate !== undefined || replay !== undefined;
    return {
      ...given,
      requests: requests ?? null,
      ...(duration == null ? {} : { duration }),
      ...(replay === undefined ? {} : { replay: paths(replay) }),
      ...(goodput === undefined ? {} : { goodput: limitsOfGoodput(goodput) }),
      prompts: prompts.startsWith('builtin:') ? prompts : paths(prompts),
      api: api ?? WORKLOAD_DEFAULTS.api,
      concurrency: scheduled ? [] : (concurrency ?? WORKLOAD_DEFAULTS.concurrency),
      temperature: temperature ?? WORKLOAD_DEFAULTS.temperature,
      body: body ?? WORKLOAD_DEFAULTS.body,
      expect: expect ?? WORKLOAD_DEFAULTS.expect,
    };
  });
  return {
    version: 1,
    name: raw.name,
    file,
    folder: folderOf(file),
    host: 'local',
    service: serviceOf(raw.service, context),
    engine: raw.engine,
    endpoint: raw.endpoint,
    auth: raw.auth === undefined ? null : authOf(raw.auth, context),
    model: raw.model === undefined || raw.model === 'auto' ? null : raw.model,
    accelerator: acceleratorOf(raw.accelerator),
    parameters: draft.parameters,
    constraints: placed(raw.constraints, ['constraints'], place),
    settings:
      raw.settings?.map(({ name, ...values }, at) => ({ name, values, place: place(['settings', at]) })) ??
      null,
    baseline: raw.baseline ?? 'current',
    workloads,
    ...(raw.evaluation === undefined ? {} : { evaluation: evaluationOf(raw.evaluation, context) }),
    objective: objectiveOf(raw, workloads, place),
    ...(raw.effort === undefined ? {} : { effort: raw.effort }),
    limits: limitsOf(raw),
    window: raw.window ?? null,
    hooks: hooksOf(raw, folderOf(file)),
    restore: raw.restore ?? 'original',
    tools: Object.fromEntries(Object.entries(raw.tools ?? {}).map(([name, path]) => [name, paths(path)])),
  };
}

function pathReader({ file, environment }: ResolveContext): (text: string) => string {
  return (text) => {
    const read = readPath(text, folderOf(file), environment);
    // Checked before: an unset variable never comes here.
    return read.ok ? read.value : text;
  };
}

function serviceOf(raw: RawService, context: ResolveContext): ServiceConfiguration {
  if ('adopt' in raw) return { kind: 'process-adopted', adopt: raw.adopt };
  if ('unit' in raw) return { kind: 'systemd', unit: raw.unit, scope: raw.scope ?? 'system' };
  const folder = folderOf(context.file);
  const [program = '', ...rest] = raw.command;
  const cwd = raw.cwd === undefined ? resolvePath(folder, '.') : pathReader(context)(raw.cwd);
  return { kind: 'process', command: [resolveProgram(folder, program), ...rest], cwd, env: raw.env ?? {} };
}

function acceleratorOf(raw: RawFile['accelerator']): AcceleratorConfiguration {
  if (raw === undefined) return ANY_ACCELERATOR;
  if (typeof raw === 'string') return { ...ANY_ACCELERATOR, kind: raw };
  return { kind: raw.kind, devices: raw.devices ?? null, floor: raw.floor ?? {} };
}

function authOf(raw: NonNullable<RawFile['auth']>, context: ResolveContext): AuthConfiguration {
  const paths = pathReader(context);
  const headers = Object.entries(raw.headers ?? {}).map(([name, text]) => {
    const value = expand(text, context.environment);
    return [name, value.ok ? value.value : text] as const;
  });
  return {
    env: raw.env ?? null,
    file: raw.file === undefined ? null : paths(raw.file),
    headers: Object.fromEntries(headers),
    ca: raw.ca === undefined ? null : paths(raw.ca),
  };
}

function evaluationOf(
  { suite, at_concurrency, max_tokens, require }: NonNullable<RawFile['evaluation']>,
  context: ResolveContext,
): EvaluationConfiguration {
  return {
    suite: suite.startsWith('builtin:') ? suite : pathReader(context)(suite),
    at_concurrency: at_concurrency ?? EVALUATION_DEFAULTS.at_concurrency,
    max_tokens: max_tokens ?? EVALUATION_DEFAULTS.max_tokens,
    require: require ?? null,
    place: context.place(['evaluation', 'suite']),
  };
}

function placed(
  texts: readonly string[] | undefined,
  path: Path,
  place: ResolveContext['place'],
): readonly ConstraintConfiguration[] {
  return (texts ?? []).map((text, at) => ({ text, place: place([...path, at]) }));
}

function objectiveOf(
  raw: RawFile,
  workloads: readonly WorkloadConfiguration[],
  place: ResolveContext['place'],
): ObjectiveConfiguration {
  const { maximize, minimize, workload: name, concurrency, rate, where } = raw.objective ?? {};
  const workload = workloads.find((candidate) => candidate.name === name) ?? workloads[0];
  return {
    direction: maximize === undefined && minimize !== undefined ? 'minimize' : 'maximize',
    metric: maximize ?? minimize ?? DEFAULT_METRIC,
    ...(maximize === undefined || minimize === undefined ? {} : { beside: minimize }),
    workload: workload?.name ?? '',
    ...loadThatDecides(workload, concurrency, rate),
    where: placed(where, ['objective', 'where'], place),
  };
}

function limitsOfGoodput({ ttft, tpot, e2e }: NonNullable<RawWorkload['goodput']>): GoodputLimits {
  return {
    ...(ttft == null ? {} : { ttft_ms: ttft }),
    ...(tpot == null ? {} : { tpot_ms: tpot }),
    ...(e2e == null ? {} : { e2e_ms: e2e }),
  };
}

function loadThatDecides(
  workload: WorkloadConfiguration | undefined,
  concurrency: number | undefined,
  rate: number | undefined,
): Pick<ObjectiveConfiguration, 'concurrency' | 'rate'> {
  if (workload?.rate !== undefined) return { concurrency: null, rate: rate ?? Math.max(...workload.rate) };
  if (workload?.replay !== undefined) return { concurrency: null };
  return { concurrency: concurrency ?? Math.max(...(workload?.concurrency ?? [1])) };
}

function limitsOf({ limits }: RawFile): Limits {
  return {
    load_ms: limits?.load ?? LIMIT_DEFAULTS.load_ms,
    quiet_ms: limits?.quiet ?? LIMIT_DEFAULTS.quiet_ms,
    stop_ms: limits?.stop ?? LIMIT_DEFAULTS.stop_ms,
    release_ms: limits?.release ?? LIMIT_DEFAULTS.release_ms,
    drain_ms: limits?.drain ?? LIMIT_DEFAULTS.drain_ms,
    total_ms: limits?.total ?? LIMIT_DEFAULTS.total_ms,
  };
}

function hooksOf({ hooks }: RawFile, folder: string): Hooks {
  const given = Object.entries(hooks ?? {}).map(([name, commands]) => {
    return [
      name,
      (commands ?? []).map(([program = '', ...rest]) => [resolveProgram(folder, program), ...rest]),
    ] as const;
  });
  return { ...NO_HOOKS, ...Object.fromEntries(given) };
}
