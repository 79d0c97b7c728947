import { STATUS_CODES } from 'node:http';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Asked } from './dialect.ts';
import { eventsOf } from './events.ts';
import { bodyEnd, compressed, framed, streamHead, transferred } from './framing.ts';
import type { Reply, Scenario } from './script.ts';

/** `keep`: the answer has ended, and its connection serves the next request. */
export type Action = 'keep' | 'close' | 'half-close' | 'reset' | 'idle';

/** Something to send at a time after the arrival of its request. */
export interface Step {
  readonly at_ms: number;
  readonly bytes: Buffer | null;
  /** Tokens of output within; null: it is no event with output. */
  readonly tokens: number | null;
  readonly action: Action | null;
}

const step = (at_ms: number, bytes: Buffer | null, more: Partial<Step> = {}): Step => ({
  at_ms,
  bytes,
  tokens: null,
  action: null,
  ...more,
});

/** Answers are made once: in a burst of requests there is no time for it. */
export class StepCache {
  readonly #made = new Map<string, readonly Step[]>();

  /** Everything that a scenario sends for a request, in its order. `others`: requests that are open beside it. */
  steps(scenario: Scenario, asked: Asked, others: number): readonly Step[] {
    const { payload, timing } = scenario;
    const prompt = payload.prompt_tokens ?? asked.prompt_tokens;
    const beside = timing.gap_per_open_ms === 0 ? 0 : others;
    const key = [scenario.name, asked.dialect.name, asked.tokens, asked.usage, prompt, beside].join('/');
    const made = this.#made.get(key) ?? stepsOf(scenario, asked, beside);
    if (this.#made.size > MOST_MADE) this.#made.clear();
    this.#made.set(key, made);
    return made;
  }
}

const MOST_MADE = 1000;

function stepsOf(scenario: Scenario, asked: Asked, others: number): readonly Step[] {
  if (scenario.steps !== null) {
    return scenario.steps.map(({ at_ms, send, base64, tokens, action }) => {
      const bytes = base64 === undefined ? Buffer.from(send ?? '') : Buffer.from(base64, 'base64');
      return step(at_ms, bytes, { tokens: tokens === 0 ? null : tokens, action: action ?? null });
    });
  }
  return scenario.reply === null ? stream(scenario, asked, others) : replySteps(scenario.reply);
}

export function replySteps({ status, headers, body, delay_ms }: Reply): readonly Step[] {
  const given = Object.entries({ 'content-type': 'application/json', ...headers });
  const lines = [...given, ['content-length', Buffer.byteLength(body)]].map(
    ([name, value]) => `${name}: ${value}`,
  );
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${lines.join('\r\n')}\r\n\r\n`;
  return [step(delay_ms, Buffer.from(head + body), { action: 'keep' })];
}

function stream(scenario: Scenario, asked: Asked, others: number): readonly Step[] {
  const { framing, end, timing } = scenario;
  const all = eventsOf(scenario, asked);
  const kept = cutOff(all, end.after_events);
  const final = end.event === null ? [] : [{ data: textOf(end.event), tokens: 0 }];
  const events = [...kept, ...final];
  const bytes = events.map((event, i) => framed(event, i, framing));
  const length = [...all, ...final].reduce((sum, event, i) => sum + framed(event, i, framing).length, 0);
  const head = streamHead(framing, length);
  if (end.head_bytes !== null) {
    const sent = head.subarray(0, end.head_bytes);
    return [step(timing.headers_ms, sent.length === 0 ? null : sent, { action: actionOf(scenario) })];
  }
  const whole_end = end.after_events === null || end.body_ends;
  const tail = whole_end && end.how !== 'cut' ? bodyEnd(framing) : Buffer.alloc(0);
  const action = tail === null && end.how === 'keep' ? 'close' : actionOf(scenario);
  const times = timesOf(
    scenario,
    events.map(({ tokens }) => tokens > 0),
    others,
  );
  if (framing.encoding !== 'identity') {
    const packed = compressed(Buffer.concat(bytes), framing.encoding);
    const body = Buffer.concat([transferred(packed, framing), tail ?? Buffer.alloc(0)]);
    return [step(timing.headers_ms, head), step(times.at(-1) ?? 0, body, { tokens: asked.tokens, action })];
  }
  const pieces = bytes.map((piece) => transferred(piece, framing));
  if (framing.cut !== null) {
    const whole = Buffer.concat([...pieces, tail ?? Buffer.alloc(0)]);
    const tokens = events.reduce((sum, event) => sum + event.tokens, 0);
    const cuts = cutInto(whole, framing.cut);
    const last = cuts.length - 1;
    return [
      step(timing.headers_ms, head),
      ...cuts.map((piece, i) =>
        step(timing.first_ms, piece, { tokens: i === 0 ? tokens : null, action: i === last ? action : null }),
      ),
    ];
  }
  if (framing.whole) {
    const tokens = events.reduce((sum, event) => sum + event.tokens, 0);
    const body = Buffer.concat([...pieces, tail ?? Buffer.alloc(0)]);
    return [step(timing.headers_ms, head), step(times[0] ?? 0, body, { tokens, action })];
  }
  const sent = pieces.map((piece, i) => step(times[i] ?? 0, piece, { tokens: events[i]?.tokens || null }));
  const close = step((times.at(-1) ?? timing.headers_ms) + end.after_ms, tail, { action });
  return joined([step(timing.headers_ms, head), ...sent, close]);
}

function cutInto(bytes: Buffer, size: number): readonly Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

/** What leaves at the same time and carries no output of its own goes out by one write. */
function joined(steps: readonly Step[]): readonly Step[] {
  const made: Step[] = [];
  for (const next of steps) {
    const last = made.at(-1);
    if (last !== undefined && last.at_ms === next.at_ms && last.action === null && next.tokens === null) {
      const bytes = Buffer.concat([last.bytes ?? Buffer.alloc(0), next.bytes ?? Buffer.alloc(0)]);
      made[made.length - 1] = { ...last, bytes, action: next.action };
    } else made.push(next);
  }
  return made;
}

function actionOf({ end }: Scenario): Action | null {
  return end.how === 'hang' ? null : end.how === 'cut' ? 'close' : end.how;
}

function textOf(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}

/** The events up to the n-th with output; null: all. */
function cutOff<E extends { readonly tokens: number }>(
  events: readonly E[],
  after: number | null,
): readonly E[] {
  if (after === null) return events;
  let seen = 0;
  const end = events.findIndex(({ tokens }) => tokens > 0 && seen++ === after);
  return end < 0 ? events : events.slice(0, end);
}

/** When each event leaves. What carries no output goes with the event before it; before the first, with the headers. */
function timesOf({ timing }: Scenario, carries: readonly boolean[], others: number): readonly number[] {
  const random = xoroshiro128plus(timing.seed);
  const gap = timing.gap_ms + timing.gap_per_open_ms * others;
  let output = 0;
  let last = timing.headers_ms;
  return carries.map((carried) => {
    if (!carried) return last;
    const stalled = timing.stall !== null && output >= timing.stall.event ? timing.stall.ms : 0;
    const jitter = timing.jitter_ms === 0 ? 0 : (timing.jitter_ms * (random.next() >>> 0)) / 2 ** 32;
    const at = timing.first_ms + output++ * gap + stalled + jitter;
    const bunched = timing.bunch_ms === 0 ? at : Math.ceil(at / timing.bunch_ms) * timing.bunch_ms;
    last = Math.max(last, bunched);
    return last;
  });
}
