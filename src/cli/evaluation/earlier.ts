import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EvaluationDocument } from '../../core/documents/evaluation.ts';
import type { Context } from '../context.ts';
import { usage } from '../usage.ts';

export const DOCUMENT_FILE = 'evaluation.json';

/** An evaluation from its folder, of the same suite. Fault: `usage`. */
export async function earlierEvaluation(
  context: Context,
  dir: string,
  suite_hash: string,
): Promise<EvaluationDocument> {
  const { evaluationSchema } = await import('../../core/documents/schemas/evaluation.ts');
  const file = join(resolve(context.cwd, dir), DOCUMENT_FILE);
  const read = evaluationSchema.safeParse(jsonOf(file));
  if (!read.success) {
    const hint = 'a newer version may have written it: name a folder that this version has written';
    throw usage(`--against: ${file} is no evaluation that this version can read`, hint);
  }
  if (read.data.suite_hash !== suite_hash)
    throw usage(
      `--against: ${file} is of another suite, or of another version of it`,
      'evaluate both with the same suite',
    );
  return read.data;
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw usage(
      `--against: ${(error as Error).message}`,
      'name the folder of an evaluation: its answer says where it is',
    );
  }
}
