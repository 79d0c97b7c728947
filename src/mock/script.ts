import { z } from 'zod';

const ms = z.number().min(0);
const count = z.int().min(0);

/** When the events of an answer leave: all times from the arrival of its request, on one absolute schedule. */
const timingSchema = z.strictObject({
  headers_ms: ms.default(0),
  first_ms: ms.default(0),
  /** From one event to the next. */
  gap_ms: ms.default(0),
  /** Added to each event, drawn evenly between 0 and this. */
  jitter_ms: ms.default(0),
  seed: z.int().default(1),
  /** A pause before this event, counted from 0. */
  stall: z.strictObject({ event: count, ms }).nullable().default(null),
  /** Events leave only at whole multiples of this, those of the time between in one go. */
  bunch_ms: ms.default(0),
  /** So many requests are answered at once, the others wait in order of arrival; null: all of them. */
  slots: z.int().min(1).nullable().default(null),
  /** The gap grows by this for each other request that is open at the arrival. */
  gap_per_open_ms: ms.default(0),
  /** The first so many requests of the server are later by this. */
  opening: z.strictObject({ requests: count, ms }).nullable().default(null),
});

const kind = z.enum(['text', 'reasoning_content', 'reasoning', 'tool_calls', 'refusal']);

const payloadSchema = z.strictObject({
  /** null: what the request asks. */
  tokens: count.nullable().default(null),
  /** What the server counts of the prompt; null: its bytes. A number makes all answers of a scenario alike, which is faster. */
  prompt_tokens: count.nullable().default(null),
  /** Taken in turn, or drawn with the seed of the timing. */
  tokens_per_event: z.array(z.int().min(1)).min(1).default([1]),
  drawn: z.boolean().default(false),
  kind: kind.default('text'),
  /** Choices of one event list, interleaved by index. */
  choices: z.int().min(1).default(1),
  /** Merged into each event with output. */
  fields: z.record(z.string(), z.unknown()).default({}),
  /** Merged into the choice of each event with output; only OpenAI's dialects have choices. */
  choice_fields: z.record(z.string(), z.unknown()).default({}),
  /** Data of whole events before the first with output; a string is sent as it is. */
  before: z.array(z.unknown()).default([]),
  /** The same, between the last event with output and the finish. */
  between: z.array(z.unknown()).default([]),
  finish_reason: z.string().nullable().default('length'),
  /** The finish stands in the last event with output, not in one of its own. */
  finish_with_last: z.boolean().default(false),
  after_finish: z.array(z.unknown()).default([]),
  /** `last`, `twice`, `without-count`: in events of their own, which come only where the request asks for them. */
  usage: z.enum(['none', 'last', 'finish', 'every', 'twice', 'without-count']).default('last'),
  done: z.boolean().default(true),
  after_done: z.array(z.unknown()).default([]),
});

const framingSchema = z.strictObject({
  newline: z.enum(['lf', 'cr', 'crlf', 'mixed']).default('lf'),
  /** `data: x` or `data:x`. */
  space: z.boolean().default(true),
  byte_order_mark: z.boolean().default(false),
  comments: z.boolean().default(false),
  /** `event`, `id` and `retry` lines beside the data. */
  fields: z.boolean().default(false),
  /** The data of an event over several lines. */
  multi_line: z.boolean().default(false),
  /** Bytes of one write to the socket; null: one event. */
  cut: z.int().min(1).nullable().default(null),
  /** The whole answer in one write, with the first event. */
  whole: z.boolean().default(false),
  transfer: z.enum(['chunked', 'length', 'close']).default('chunked'),
  encoding: z.enum(['identity', 'gzip', 'br']).default('identity'),
  content_type: z.string().default('text/event-stream; charset=utf-8'),
  trailers: z.boolean().default(false),
  /** `100 Continue` before the answer, though nobody asked for it. */
  unasked_continue: z.boolean().default(false),
  version: z.enum(['1.0', '1.1']).default('1.1'),
});

const endSchema = z.strictObject({
  /** `cut`: an orderly close of the connection without the end of the body; `idle`: reset when it is used again. */
  how: z.enum(['keep', 'close', 'cut', 'half-close', 'reset', 'hang', 'idle']).default('keep'),
  /** So many events with output are sent before; null: all, with whatever follows them. */
  after_events: count.nullable().default(null),
  /** So long after the last event the end comes. */
  after_ms: ms.default(0),
  /** The body ends in order all the same: only the answer is cut short. */
  body_ends: z.boolean().default(false),
  /** Data of one more event, just before. */
  event: z.unknown().default(null),
  /** Nothing but so many bytes of the head is sent; null: all of it. */
  head_bytes: count.nullable().default(null),
});

const stepSchema = z.strictObject({
  at_ms: ms,
  /** Bytes on the wire, as text and as base64; the head of the answer too. */
  send: z.string().optional(),
  base64: z.string().optional(),
  tokens: count.default(0),
  action: z.enum(['keep', 'close', 'half-close', 'reset', 'idle']).optional(),
});

/** An answer that is no stream. */
const replySchema = z.strictObject({
  status: z.int().min(100).max(599),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(''),
  delay_ms: ms.default(0),
});

export const scenarioSchema = z.strictObject({
  name: z.string(),
  timing: timingSchema.prefault({}),
  payload: payloadSchema.prefault({}),
  framing: framingSchema.prefault({}),
  end: endSchema.prefault({}),
  /** Sent instead of a stream. */
  reply: replySchema.nullable().default(null),
  /** Sent instead of everything above. */
  steps: z.array(stepSchema).nullable().default(null),
});

/** By path. */
export const controlSchema = z.record(z.string(), z.array(replySchema).min(1));

export const mockScriptSchema = z.strictObject({
  /** Taken in turn by the requests for an answer, over and over; each given whole or by a name of the matrix. */
  scenarios: z.array(z.union([z.string(), scenarioSchema])).min(1),
  /** The first so many requests are answered whole and at once, and stand apart in the log. */
  warm_up: count.default(0),
  /** Replies of other paths, in turn, the last of them stays; or the name of a scenario of the control plane. */
  control: z.union([z.string(), controlSchema]).default({}),
  /** Only TLS is spoken, with this certificate and its key (PEM). */
  tls: z.strictObject({ cert: z.string(), key: z.string() }).nullable().default(null),
  /** Until then connections are refused. */
  listen_after_ms: ms.default(0),
  /** Connections are taken, and nothing is ever said on them. */
  silent: z.boolean().default(false),
});

export type MockScript = z.input<typeof mockScriptSchema>;
export type ControlInput = z.input<typeof controlSchema>;
export type ScenarioInput = z.input<typeof scenarioSchema>;
export type Scenario = z.output<typeof scenarioSchema>;
export type Reply = z.output<typeof replySchema>;
