import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { FaultError, fault } from '../core/fault.ts';
import { MiB } from '../core/units.ts';
import { CHAT_TASKS, CODE_TASKS, COUNT_TASKS } from './builtin-prompts.ts';

/** Everything that decides one prompt. The setting is not among it: all settings answer the same prompts. */
export interface PromptKey {
  readonly seed: number;
  readonly replicate: number;
  readonly workload: string;
  readonly concurrency: number;
  readonly phase: 'warm-up' | 'measure';
  readonly index: number;
}

export type Prompts = (key: PromptKey) => string;

const BUILTIN: Readonly<Record<string, readonly string[]>> = {
  'builtin:code': CODE_TASKS,
  'builtin:chat': CHAT_TASKS,
  'builtin:count': COUNT_TASKS,
};

const MAX_FILE_BYTES = 64 * MiB;

/** Prompts by name (`builtin:code`, `builtin:chat`, `builtin:count`) or from a file of JSON lines `{"prompt": "..."}`. */
export async function openPrompts(source: string): Promise<Prompts> {
  const tasks = BUILTIN[source] ?? parseLines(source, await readLines(source));
  return (key) => `${salt(key)} ${tasks[key.index % tasks.length]}`;
}

/**
 * Stands at the head, so that no two prompts in one server's life share a prefix that a cache could answer from; the
 * end, on which an answer hangs most, stays as written. 48 bits: one chance in a million of a repetition among 20 000.
 */
function salt(key: PromptKey): string {
  const text = JSON.stringify([key.seed, key.replicate, key.workload, key.concurrency, key.phase, key.index]);
  return `[${createHash('sha256').update(text).digest('hex').slice(0, 12)}]`;
}

async function readLines(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: Error) =>
    refuse(path, `prompts cannot be read: ${error.message}`),
  );
  return text.length <= MAX_FILE_BYTES ? text : refuse(path, `prompts of more than ${MAX_FILE_BYTES} bytes`);
}

function parseLines(path: string, text: string): readonly string[] {
  const prompts = text
    .split(/\r?\n/)
    .flatMap((line, at) => (line.trim() === '' ? [] : [promptOf(path, line, at + 1)]));
  return prompts.length > 0 ? prompts : refuse(path, 'no prompts in this file');
}

function promptOf(path: string, line: string, number: number): string {
  try {
    const prompt: unknown = (JSON.parse(line) as { prompt?: unknown } | null)?.prompt;
    if (typeof prompt === 'string' && prompt !== '') return prompt;
  } catch {
    // Told below, like any other line that has no prompt.
  }
  return refuse(path, 'a line without {"prompt": "..."}', number);
}

function refuse(file: string, message: string, line: number | null = null): never {
  const problem = { file, line, column: null, message, remedy: 'one JSON object a line: {"prompt": "..."}' };
  throw new FaultError(fault('configuration', message, { problems: [problem] }));
}
