import { conversationTask } from './sharegpt.ts';
import { refusePrompts, type Task, type Tasks } from './task.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Prompts of a file of JSON lines: `{"prompt": "..."}`, or a conversation in the form of ShareGPT. `output_tokens` of a
 * line (vLLM's custom format) counts only where the user named the format, since it changes what is asked.
 */
export function lineTasks(file: string, text: string, custom: boolean): Tasks {
  const tasks: Task[] = [];
  let [number, short, lengths] = [0, 0, 0];
  for (const line of text.split(/\r?\n/)) {
    number++;
    if (line.trim() === '') continue;
    const entry = objectOf(file, line, number);
    const task =
      'conversations' in entry
        ? conversationTask(file, entry, number, 'the conversation')
        : promptTask(file, entry, number);
    if (task === null) short++;
    else {
      if (task.output_tokens !== null) lengths++;
      tasks.push(custom ? task : { ...task, output_tokens: null });
    }
  }
  if (tasks.length === 0) refusePrompts(file, 'no prompts in this file');
  const notes = [
    ...(short === 0 ? [] : [`${short} conversations have fewer than two turns: left out`]),
    ...(lengths === 0 || custom
      ? []
      : [`${lengths} prompts name a length of their answer, which is not asked for: custom:FILE does`]),
  ];
  return { tasks, notes };
}

function objectOf(file: string, line: string, number: number): Json {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // told below, like any other line that is no object
  }
  return refusePrompts(file, 'a line that is no JSON object', number);
}

function promptTask(file: string, entry: Json, number: number): Task {
  const { prompt, output_tokens = null } = entry;
  if (typeof prompt !== 'string' || prompt === '')
    return refusePrompts(file, 'a line without {"prompt": "..."}', number);
  if (output_tokens === null || (Number.isInteger(output_tokens) && Number(output_tokens) > 0))
    return { prompt, output_tokens: output_tokens === null ? null : Number(output_tokens) };
  return refusePrompts(file, '"output_tokens" is no whole number above 0', number);
}
