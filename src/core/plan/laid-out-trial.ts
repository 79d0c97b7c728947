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
  /** Two commands that differ in a secret alone may be one setting, so that only the identity tells them apart. */
  readonly has_secrets: boolean;
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
  private readonly full: readonly ParameterValue[];
  private made: Rendered | null = null;
  private id: string | null = null;

  /** `name`: of the values with those of the base command. `judge`: why it is rejected. */
  constructor(
    shared: LaidOut,
    values: Values,
    name: (full: readonly ParameterValue[]) => string,
    judge: (trial: Pick<PlannedTrial, 'setting' | 'definition'>) => Fault | null,
  ) {
    this.shared = shared;
    this.values = values;
    this.full = overBase(values, shared.renderer.baseValues);
    this.name = name(this.full);
    this.key = shared.has_secrets ? this.setting_id : shared.renderer.key(values);
    this.rejected = judge(this);
  }

  /** Every parameter with its value; what a setting does not name is as in the base command. */
  get setting(): Readonly<Record<string, ParameterValue>> {
    const { names } = this.shared;
    const { full } = this;
    const setting: Record<string, ParameterValue> = {};
    for (let at = 0; at < names.length; at++) setting[names[at] ?? ''] = full[at] ?? null;
    return setting;
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

/** In a grid every parameter has a value, and the list is the same one. */
function overBase(values: Values, base: readonly ParameterValue[]): readonly ParameterValue[] {
  return isFull(values)
    ? values
    : values.map((value, at) => (value === undefined ? (base[at] ?? null) : value));
}

function isFull(values: Values): values is readonly ParameterValue[] {
  return !values.includes(undefined);
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
