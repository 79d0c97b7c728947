import { z } from 'zod';
import type { Parsed } from '../parsed.ts';

/** What an editor is told about a value; it goes into the JSON Schema as it is. */
export interface EditorHelp {
  readonly type: string | readonly string[];
  readonly description: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/**
 * A single value: read by a function that says what is wrong and what would be right, described to editors by `help`.
 * Both stand side by side in one place, so that the JSON Schema and the reader do not part.
 */
export function leaf<T>(read: (value: unknown) => Parsed<T>, help: EditorHelp) {
  return z
    .unknown()
    .meta({ ...help })
    .transform((value, context): T => {
      const result = read(value);
      if (result.ok) return result.value;
      context.addIssue({ code: 'custom', message: result.message, params: { remedy: result.remedy } });
      return z.NEVER;
    });
}
