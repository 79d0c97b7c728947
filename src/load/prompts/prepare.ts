import { FaultError, fault } from '../../core/fault.ts';
import type { PreparedRequest } from '../../ports/load.ts';
import type { PreparedRequests, WantedRequests } from '../../ports/requests.ts';
import { bodyOf } from '../body-of.ts';
import { openConnections } from '../http1/connections.ts';
import { salt } from '../prompts.ts';
import { exactPrompt, type RandomPrompt } from './exact.ts';
import { readTasks } from './read-tasks.ts';
import { serverTokeniser, type Tokeniser } from './tokeniser.ts';
import { chosen, words } from './words.ts';

type Phase = 'warm-up' | 'measure';

const RANDOM = 'builtin:random';

/** The server's tokeniser is asked for so many prompts at once. */
const AT_ONCE = 8;

/**
 * Reads or builds the prompts of one measurement. Warm-up prompts share no text with the measured ones beyond the prefix
 * that was asked for. `count` null: the server that is named is asked. Faults: `configuration` (a broken file), `usage` (random prompts without their number).
 */
export async function prepareRequests(
  wanted: WantedRequests,
  count: Tokeniser | null = null,
): Promise<PreparedRequests> {
  if (wanted.prompts === RANDOM)
    return count === null ? overOwnConnections(wanted) : randomRequests(wanted, count);
  const { tasks, notes } = await readTasks(wanted.prompts);
  const { requests } = wanted;
  const repeats = requests === null ? 0 : Math.ceil(requests / tasks.length);
  const salted = wanted.salt
    ? ', each time with a salt of its own'
    : ': a prefix cache will answer for the model';
  return {
    source: (phase, index) => {
      const task = tasks[index % tasks.length];
      if (task === undefined) throw new Error('a source of prompts has at least one');
      const key = keyOf(wanted, phase, index);
      const text = `${saltOf(wanted, phase, index)}${task.prompt}`;
      return bodyOf(
        wanted,
        `${prefix(wanted, text.length)}${text}`,
        task.output_tokens ?? answer(wanted, key),
      );
    },
    notes: [
      ...notes,
      ...(repeats > 1
        ? [`${requests} requests of ${tasks.length} prompts: each comes up to ${repeats} times${salted}`]
        : []),
    ],
  };
}

async function overOwnConnections(wanted: WantedRequests): Promise<PreparedRequests> {
  const connections = openConnections(new URL(wanted.target.url).protocol);
  const alarm = (ms: number, ring: () => void) => {
    const timer = setTimeout(ring, ms);
    return () => clearTimeout(timer);
  };
  try {
    return await randomRequests(wanted, serverTokeniser(wanted.target, connections, alarm));
  } finally {
    connections.destroy();
  }
}

async function randomRequests(wanted: WantedRequests, count: Tokeniser): Promise<PreparedRequests> {
  const { input_tokens, requests } = wanted;
  if (input_tokens === null || requests === null) {
    const hint = 'give --random-input-len and --num-prompts: each prompt is built before the load begins';
    throw new FaultError(fault('usage', `${RANDOM} needs a length and a number of prompts`, { hint }));
  }
  const build = async (phase: Phase, index: number) => {
    const key = keyOf(wanted, phase, index);
    const asked = chosen(input_tokens, `${key} length`);
    const shared = words(`${wanted.seed} shared`, Math.round(asked * wanted.prefix_share)).join(' ');
    const head = `${shared}${shared === '' ? '' : ' '}${saltOf(wanted, phase, index)}`.trimEnd();
    const prompt = await exactPrompt(head, key, asked, count);
    return { asked, prompt, request: bodyOf(wanted, prompt.text, answer(wanted, key)) };
  };
  const warm = await inTurn(wanted.warmup_requests, (index) => build('warm-up', index));
  const measured = await inTurn(requests, (index) => build('measure', index));
  return {
    source: (phase, index) => at(phase === 'warm-up' ? warm : measured, index).request,
    notes: lengthNotes(measured),
  };
}

function at<T>(made: readonly T[], index: number): T {
  const found = made[index];
  if (found === undefined) throw new Error(`request ${index} was not prepared`);
  return found;
}

function lengthNotes(made: readonly { readonly asked: number; readonly prompt: RandomPrompt }[]): string[] {
  if (made.some(({ prompt }) => prompt.tokens === null))
    return ['the server does not tokenise: lengths of random prompts are words, near tokens and not exact'];
  const off = made.map(({ asked, prompt }) => Math.abs((prompt.tokens ?? 0) - asked)).filter((by) => by > 0);
  return off.length === 0
    ? []
    : [
        `${off.length} of ${made.length} random prompts miss their length, by ${Math.max(...off)} tokens at most`,
      ];
}

/** In order of their index; a few at once. */
async function inTurn<T>(amount: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let from = 0; from < amount; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, amount - from) }, (_, i) => make(from + i));
    made.push(...(await Promise.all(some)));
  }
  return made;
}

/** The part that all prompts have in common, sized by characters where nobody counts tokens. */
function prefix({ prefix_share, seed }: WantedRequests, own: number): string {
  if (prefix_share === 0) return '';
  const size = Math.round((own * prefix_share) / (1 - prefix_share));
  return `${words(`${seed} shared`, Math.ceil(size / 4))
    .join(' ')
    .slice(0, size)} `;
}

function saltOf(wanted: WantedRequests, phase: Phase, index: number): string {
  if (!wanted.salt) return '';
  const { seed, replicate, prompts } = wanted;
  return `${salt({ seed, replicate, workload: prompts, concurrency: 0, phase, index })} `;
}

function keyOf({ seed, replicate }: WantedRequests, phase: Phase, index: number): string {
  return `${seed} ${replicate} ${phase} ${index}`;
}

function answer({ output_tokens }: WantedRequests, key: string): PreparedRequest['requested_tokens'] {
  return chosen(output_tokens, `${key} answer`);
}
