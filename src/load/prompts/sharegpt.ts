import { refusePrompts, type Task, type Tasks } from './task.ts';

const REMEDY = 'a conversation has the form {"conversations": [{"from": "human", "value": "..."}, ...]}';

/**
 * Conversations in the form of ShareGPT: as in the clients of vLLM and SGLang, the first turn is the prompt, and those of
 * fewer than two turns are no conversations. How many were left out is said.
 */
export function shareGptTasks(file: string, text: string): Tasks {
  const entries = parsed(file, text);
  const tasks = entries.map((entry, at) => conversationTask(file, entry, null, `conversation ${at + 1}`));
  const whole = tasks.filter((task) => task !== null);
  if (whole.length === 0) refusePrompts(file, 'no conversation of two turns or more', null, REMEDY);
  const short = entries.length - whole.length;
  const notes =
    short === 0 ? [] : [`${short} of ${entries.length} conversations have fewer than two turns: left out`];
  return { tasks: whole, notes };
}

/** One conversation; null: it has fewer than two turns. `line` is its place in `file`, or null. */
export function conversationTask(
  file: string,
  entry: unknown,
  line: number | null,
  name: string,
): Task | null {
  const turns = (entry as { readonly conversations?: unknown } | null)?.conversations;
  if (!Array.isArray(turns)) return refusePrompts(file, `${name} has no "conversations"`, line, REMEDY);
  if (turns.length < 2) return null;
  const first = turns[0] as { readonly value?: unknown; readonly content?: unknown } | null;
  const prompt = first?.value ?? first?.content;
  if (typeof prompt !== 'string' || prompt === '')
    return refusePrompts(file, `${name}: its first turn has no text`, line, REMEDY);
  return { prompt, output_tokens: null };
}

function parsed(file: string, text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch (error) {
    refusePrompts(file, `no JSON: ${(error as Error).message}`, null, REMEDY);
  }
  return refusePrompts(file, 'no list of conversations', null, REMEDY);
}
