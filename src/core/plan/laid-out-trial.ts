import type { ParameterValue } from '../engine/definition.ts';
import type { Fault } from '../fault.ts';
import type { Definition } from '../generation.ts';
import type { PlannedTrial } from './plan.ts';
import type { Rendered, Renderer, Values } from './render.ts';

/** What all trials over one base share. */
export interface LaidOut {
  readonly names: readonly string[];
  readonly renderer: Renderer;
  readonly identify: (definition: Definition) => string;
}

/**
 * A trial that is rendered when somebody looks at it. Of a grid of a hundred thousand settings `plan` shows a hundred,
 * and for the others the key must do. Its properties stand in the class: a copy by spreading would lose them, so
 * `plainTrial` makes copies.
 */
export class LaidOutTrial implements PlannedTrial {
  readonly name: string;
  /** Equal exactly where the identities are. */
  readonly key: string;
  readonly rejected: Fault | null;
  readonly duplicate_of = null;
  private readonly shared: LaidOut;
  private readonly values: Values;
  private made: Rendered | null = null;
  private id: string | null = null;

  constructor(shared: LaidOut, name: string, values: Values, key: string, rejected: Fault | null) {
    this.shared = shared;
    this.name = name;
    this.values = values;
    this.key = key;
    this.rejected = rejected;
  }

  get setting(): Readonly<Record<string, ParameterValue>> {
    return settingOf(this.shared, this.values);
  }

  get definition(): Rendered['definition'] {
    return this.rendered.definition;
  }

  get wanted(): Rendered['wanted'] {
    return this.rendered.wanted;
  }

  get diff(): Rendered['diff'] {
    return this.rendered.diff;
  }

  get setting_id(): string {
    this.id ??= this.shared.identify(this.definition);
    return this.id;
  }

  /** What `JSON.stringify` writes of it. */
  toJSON(): PlannedTrial {
    return plainTrial(this);
  }

  private get rendered(): Rendered {
    this.made ??= this.shared.renderer.render(this.values);
    return this.made;
  }
}

/** Every parameter with its value; what a setting does not name is as in the base command. */
export function settingOf(
  { names, renderer }: Pick<LaidOut, 'names' | 'renderer'>,
  values: Values,
): Readonly<Record<string, ParameterValue>> {
  const setting: Record<string, ParameterValue> = {};
  for (let at = 0; at < names.length; at++) {
    const value = values[at];
    setting[names[at] ?? ''] = value === undefined ? (renderer.baseValues[at] ?? null) : value;
  }
  return setting;
}

/** A trial by itself, every property its own. */
export function plainTrial(trial: PlannedTrial, changes: Partial<PlannedTrial> = {}): PlannedTrial {
  const { name, setting, setting_id, definition, wanted, diff, duplicate_of, rejected } = trial;
  const { duplicate_why, warnings } = trial;
  return {
    ...{ name, setting, setting_id, definition, wanted, diff, duplicate_of },
    ...(duplicate_why === undefined ? {} : { duplicate_why }),
    ...(warnings === undefined ? {} : { warnings }),
    rejected,
    ...changes,
  };
}
