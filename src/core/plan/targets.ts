import type { ParameterConfiguration } from '../config/configuration.ts';
import type { EngineDefinition, ParameterValue } from '../engine/definition.ts';

/** One thing that a parameter sets: a flag, a key inside a JSON-valued flag, or a variable. */
export type Target =
  | { readonly kind: 'flag'; readonly flag: string; readonly canonical: string; readonly off: string | null }
  | {
      readonly kind: 'json';
      readonly flag: string;
      readonly canonical: string;
      readonly path: readonly string[];
    }
  | { readonly kind: 'env'; readonly name: string };

/** What a parameter sets, and to what for each of its values. */
export interface Aim {
  readonly parameter: ParameterConfiguration;
  readonly targets: readonly Target[];
  /** Aligned with `targets`; null: absent. */
  valuesFor(value: ParameterValue): readonly ParameterValue[];
}

export function aimOf(parameter: ParameterConfiguration, engine: EngineDefinition): Aim {
  switch (parameter.kind) {
    case 'flag': {
      const { flag, json_key, off } = parameter;
      const canonical = engine.canonicalFlag(flag);
      const target: Target =
        json_key === null
          ? { kind: 'flag', flag, canonical, off }
          : { kind: 'json', flag, canonical, path: json_key.split('.') };
      return { parameter, targets: [target], valuesFor: (value) => [value] };
    }
    case 'env':
      return { parameter, targets: [{ kind: 'env', name: parameter.env }], valuesFor: (value) => [value] };
    case 'linked':
      return linkedAim(parameter, engine);
  }
}

type Linked = Extract<ParameterConfiguration, { kind: 'linked' }>;

/** Each option sets its own flags; those that only other options set are absent in it. */
function linkedAim(parameter: Linked, engine: EngineDefinition): Aim {
  const options = new Map(
    Object.entries(parameter.options).map(([name, set]) => [name, new Map(Object.entries(set))]),
  );
  const names = [...new Set([...options.values()].flatMap((set) => [...set.keys()]))];
  return {
    parameter,
    targets: names.map((name) => targetNamed(name, engine)),
    valuesFor: (value) => names.map((name) => options.get(String(value))?.get(name) ?? null),
  };
}

function targetNamed(name: string, engine: EngineDefinition): Target {
  if (!name.startsWith('-')) return { kind: 'env', name };
  const { flag, json_key } = splitDotted(name, engine);
  const canonical = engine.canonicalFlag(flag);
  return json_key === null
    ? { kind: 'flag', flag, canonical, off: null }
    : { kind: 'json', flag, canonical, path: json_key.split('.') };
}

/** `--json-flag.key` as flag and key; a flag that the engine knows by its whole name keeps its dots. */
export function splitDotted(
  flag: string,
  engine: EngineDefinition,
): { readonly flag: string; readonly json_key: string | null } {
  const dot = flag.indexOf('.');
  if (dot < 0 || engine.takesValue(flag) !== null) return { flag, json_key: null };
  return { flag: flag.slice(0, dot), json_key: flag.slice(dot + 1) };
}

/** How a target is named in reports and read-back: the flag with its key, or the variable. */
export function targetName(target: Target): string {
  if (target.kind === 'env') return target.name;
  return target.kind === 'json' ? `${target.flag}.${target.path.join('.')}` : target.flag;
}
