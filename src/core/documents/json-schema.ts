import { z } from 'zod';
import { configurationJsonSchema } from '../config/schema.ts';
import { documentSchemas } from './index.ts';

/** Names of all schemas, in the order in which they are listed. `holdpoint.v1` is the configuration file. */
export const SCHEMA_NAMES: readonly string[] = ['holdpoint.v1', ...Object.keys(documentSchemas)];

/** Every JSON Schema by name, made from the schemas that the code itself checks with. */
export function allJsonSchemas(): Record<string, object> {
  const documents = Object.entries(documentSchemas).map(([name, schema]) => {
    const body = z.toJSONSchema(schema, { io: 'output', target: 'draft-2020-12', reused: 'ref' });
    return [name, { ...body, title: `holdpoint ${name}` }] as const;
  });
  return { 'holdpoint.v1': configurationJsonSchema(), ...Object.fromEntries(documents) };
}
