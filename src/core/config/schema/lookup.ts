import { configurationJsonSchema } from '../schema.ts';
import type { Path } from '../source/finding.ts';

/** A node of a JSON Schema, as far as it is looked at here. */
interface JsonSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

let whole: JsonSchema | undefined;

/** The keys that may stand in the mapping at a path, and what the schema says about it. Made when something is wrong. */
export function describe(path: Path): {
  readonly keys: readonly string[];
  readonly description: string | null;
} {
  whole ??= configurationJsonSchema() as JsonSchema;
  const nodes = path.reduce<readonly JsonSchema[]>(
    (found, step) => found.flatMap((node) => stepInto(node, step)),
    branches(whole),
  );
  const keys = new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})));
  return {
    keys: [...keys],
    description: nodes.find((node) => node.description !== undefined)?.description ?? null,
  };
}

function stepInto(node: JsonSchema, step: string | number): readonly JsonSchema[] {
  if (typeof step === 'number') return node.items === undefined ? [] : branches(node.items);
  const named =
    node.properties !== undefined && Object.hasOwn(node.properties, step) ? node.properties[step] : undefined;
  const next =
    named ?? (typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined);
  return next === undefined ? [] : branches(next);
}

/** The node itself first: its description covers what its branches say. */
function branches(node: JsonSchema): readonly JsonSchema[] {
  return [node, ...(node.anyOf ?? []).flatMap(branches)];
}
