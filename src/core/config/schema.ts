import { z } from 'zod';
import { fileSchema } from './schema/file.ts';

/** The JSON Schema of `holdpoint.yaml`, from the schema that the reader itself uses. Draft 7: what editors know. */
export function configurationJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(fileSchema, { io: 'input', target: 'draft-7', reused: 'inline' }) as Record<
    string,
    unknown
  >;
}
