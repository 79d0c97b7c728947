import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { MiB } from '../../core/units.ts';
import { CHAT_TASKS, CODE_TASKS, COUNT_TASKS } from '../builtin-prompts.ts';
import { lineTasks } from './lines.ts';
import { shareGptTasks } from './sharegpt.ts';
import { refusePrompts, type Tasks } from './task.ts';

const BUILTIN: Readonly<Record<string, readonly string[]>> = {
  'builtin:code': CODE_TASKS,
  'builtin:chat': CHAT_TASKS,
  'builtin:count': COUNT_TASKS,
};

/** The text becomes objects several times its size; a few thousand prompts are enough for any measurement. */
const MAX_FILE_BYTES = 256 * MiB;

const FORMAT = /^(sharegpt|custom):(.+)$/s;

/**
 * Tasks by name (`builtin:code`, `builtin:chat`, `builtin:count`) or from a file, whose format is named before its path
 * (`sharegpt:FILE`, `custom:FILE`) or told by its content: a JSON list is ShareGPT's. Fault: `configuration`.
 */
export async function readTasks(source: string): Promise<Tasks> {
  const builtin = BUILTIN[source];
  if (builtin !== undefined)
    return { tasks: builtin.map((prompt) => ({ prompt, output_tokens: null })), notes: [] };
  const [, format = null, file = source] = FORMAT.exec(source) ?? [];
  const text = await readText(file);
  const list = text.trimStart().startsWith('[');
  return list ? shareGptTasks(file, text) : lineTasks(file, text, format === 'custom');
}

async function readText(file: string): Promise<string> {
  // without O_NONBLOCK a pipe would be waited for
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch((error: NodeJS.ErrnoException) =>
    refusePrompts(file, `prompts cannot be read (${error.code})`, null, 'check the path and its rights'),
  );
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) refusePrompts(file, 'it is no file', null, 'name a file of prompts');
    if (facts.size > MAX_FILE_BYTES) {
      const remedy = `take a part of it: jq -c '.[:5000]' ${file} > part.json, or head -n 5000 of JSON lines`;
      refusePrompts(file, `prompts of more than ${MAX_FILE_BYTES / MiB} MiB`, null, remedy);
    }
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
