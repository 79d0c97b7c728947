import type { z } from 'zod';
import type { EngineDefinition, EngineName, ParameterValue } from '../engine/definition.ts';
import type { Endpoint, ParameterConfiguration, Place } from './configuration.ts';
import { parameterOf } from './parameter.ts';
import { evaluationSchema } from './schema/evaluation.ts';
import {
  constraintSchema,
  type RawAuth,
  type RawEvaluation,
  type RawLimits,
  type RawObjective,
  type RawService,
  type RawWorkload,
} from './schema/file.ts';
import { valueAt } from './schema/issues.ts';
import { parameterSchema, settingSchema } from './schema/parameters.ts';
import { limitsSchema } from './schema/run.ts';
import { authSchema, endpointSchema, serviceSchema } from './schema/service.ts';
import { objectiveSchema, workloadSchema } from './schema/workloads.ts';
import type { Path } from './source/finding.ts';

/** Each part of the file that can be read, whatever is wrong with the others; null: it cannot, or is not there. */
export interface Draft {
  readonly service: RawService | null;
  readonly engine: EngineDefinition | null;
  readonly endpoint: Endpoint | null;
  readonly auth: RawAuth | null;
  /** Every name that the file gives, also of parameters that cannot be read. null: the section is no mapping. */
  readonly parameterNames: readonly string[] | null;
  readonly parameters: readonly ParameterConfiguration[];
  readonly constraints: readonly (string | null)[];
  /** null: no list, the grid is meant. */
  readonly settings: readonly (DraftSetting | null)[] | null;
  readonly baseline: string;
  readonly workloads: readonly (RawWorkload | null)[];
  readonly evaluation: RawEvaluation | null;
  readonly objective: RawObjective | null;
  readonly hasEffort: boolean;
  readonly limits: RawLimits | null;
  readonly tools: Readonly<Record<string, unknown>>;
}

export interface DraftSetting {
  readonly name: string;
  readonly values: Readonly<Record<string, ParameterValue>>;
}

export interface DraftContext {
  engine(name: EngineName): EngineDefinition;
  place(path: Path): Place;
}

export function draftOf(file: unknown, context: DraftContext): Draft {
  const at = (...path: Path) => valueAt(file, path);
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const engine = engineOf(at('engine'), context);
  const parameters = at('parameters') ?? {};
  const named = isMapping(parameters) ? Object.keys(parameters) : null;
  const baseline = at('baseline') ?? 'current';
  return {
    service: read(serviceSchema, at('service')),
    engine,
    endpoint: read(endpointSchema, at('endpoint')),
    auth: read(authSchema, at('auth')),
    parameterNames: named,
    parameters:
      engine === null
        ? []
        : (named ?? []).flatMap((name) => {
            const raw = read(parameterSchema, at('parameters', name));
            return raw === null ? [] : [parameterOf(name, raw, engine, context.place(['parameters', name]))];
          }),
    constraints: list(at('constraints')).map((text) => read(constraintSchema, text)),
    settings: at('settings') === undefined ? null : list(at('settings')).map((raw) => settingOf(raw)),
    baseline: typeof baseline === 'string' ? baseline : 'current',
    workloads: list(at('workloads')).map((raw) => read(workloadSchema, raw)),
    evaluation: read(evaluationSchema, at('evaluation')),
    objective: read(objectiveSchema, at('objective') ?? {}),
    hasEffort: at('effort') !== undefined,
    limits: read(limitsSchema, at('limits') ?? {}),
    tools: isMapping(at('tools')) ? (at('tools') as Record<string, unknown>) : {},
  };
}

function engineOf(name: unknown, context: DraftContext): EngineDefinition | null {
  return name === 'sglang' || name === 'vllm' || name === 'llamacpp' || name === 'openai'
    ? context.engine(name)
    : null;
}

function settingOf(raw: unknown): DraftSetting | null {
  const setting = read(settingSchema, raw);
  if (setting === null) return null;
  const { name, ...values } = setting;
  return { name, values };
}

function read<T extends z.ZodType>(schema: T, value: unknown): z.output<T> | null {
  const result = schema.safeParse(value);
  return result.success ? result.data : null;
}

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
