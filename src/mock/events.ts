import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Asked, Json } from './dialect.ts';
import type { Scenario } from './script.ts';

/** The data of one event, and how many tokens of output it carries. */
export interface MockEvent {
  readonly data: string;
  readonly tokens: number;
}

const LETTERS = 26;

/** A letter for each token: what a tokeniser of bytes counts, and what is easy to compare. */
function letters(from: number, count: number): string {
  return Array.from({ length: count }, (_, i) => String.fromCharCode(97 + ((from + i) % LETTERS))).join('');
}

/** The events of one whole answer, in their order. */
export function eventsOf({ payload, timing }: Scenario, asked: Asked): readonly MockEvent[] {
  const { dialect } = asked;
  const total = payload.tokens ?? asked.tokens;
  const usage = (completion: number | null) =>
    dialect.usage({ prompt: payload.prompt_tokens ?? asked.prompt_tokens, completion });
  const own_finish = !payload.finish_with_last && dialect.finish(payload.finish_reason) !== null;
  const every = payload.usage === 'every' || dialect.name === 'sglang-generate';
  const outputs = pieces(total, payload.tokens_per_event, payload.drawn ? timing.seed : null).map((piece) => {
    const last = piece.from + piece.count >= total;
    const text = letters(piece.from, piece.count);
    const so_far = letters(0, piece.from + piece.count);
    const choice = piece.index % payload.choices;
    const finish_reason = last && !own_finish ? payload.finish_reason : null;
    const { kind, choice_fields } = payload;
    const said = dialect.output({ text, so_far, kind, choice, finish_reason, choice_fields });
    const counted = every || (last && !own_finish && payload.usage === 'finish');
    const json = { ...merged(said, counted ? usage(piece.from + piece.count) : {}), ...payload.fields };
    return { data: JSON.stringify(json), tokens: piece.count };
  });
  const events = [...payload.before.map(plain), ...outputs, ...payload.between.map(plain)];
  const finish = own_finish ? dialect.finish(payload.finish_reason) : null;
  if (finish !== null) {
    const counted = dialect.alone === null ? payload.usage !== 'none' : /finish|every/.test(payload.usage);
    events.push(plain(merged(finish, counted ? usage(total) : {})));
  }
  events.push(...payload.after_finish.map(plain));
  if (dialect.alone !== null && asked.usage) {
    const counts = { last: [total], twice: [total + 5, total], 'without-count': [null] }[
      payload.usage as string
    ];
    for (const count of counts ?? []) events.push(plain(merged(dialect.alone, usage(count))));
  }
  if (payload.done && dialect.end_mark !== null) events.push(plain(dialect.end_mark));
  return [...events, ...payload.after_done.map(plain)];
}

function plain(data: unknown): MockEvent {
  return { data: typeof data === 'string' ? data : JSON.stringify(data), tokens: 0 };
}

function merged(event: Json, more: Json): Json {
  const meta = { ...(event['meta_info'] as Json), ...(more['meta_info'] as Json) };
  return { ...event, ...more, ...(Object.keys(meta).length === 0 ? {} : { meta_info: meta }) };
}

interface Piece {
  readonly index: number;
  readonly from: number;
  readonly count: number;
}

function pieces(total: number, sizes: readonly number[], seed: number | null): readonly Piece[] {
  const random = seed === null ? null : xoroshiro128plus(seed);
  const found: Piece[] = [];
  for (let from = 0; from < total; ) {
    const index = found.length;
    const place = random === null ? index : random.next() >>> 0;
    const count = Math.min(sizes[place % sizes.length] ?? 1, total - from);
    found.push({ index, from, count });
    from += count;
  }
  return found;
}
