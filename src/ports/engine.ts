import type { EngineName } from '../core/engine/definition.ts';
import type { Milliseconds } from '../core/units.ts';

/** What the server claims about itself, from its HTTP endpoints. A claim, not evidence of who answers. */
export interface EngineState {
  /** refused: nobody listens; silent: accepted and not answered in time. */
  readonly answer: 'refused' | 'silent' | 'loading' | 'ready' | 'unauthorised' | 'other';
  readonly status: number | null;
  readonly text: string;
}

/** Raw answers of the report endpoints by path (`/props`, `/slots`, `/v1/models`, ...); null: none or not JSON. */
export interface EngineReport {
  readonly documents: Readonly<Record<string, unknown>>;
  readonly model: string | null;
  readonly version: string | null;
}

/** Requests in flight at the server, by its own counters. */
export interface Traffic {
  readonly running: number;
  /** null: this build does not say how many wait. */
  readonly waiting: number | null;
  readonly source: string;
}

/** What a server has generated since its start, by its own counters, which count a request when it has ended. */
export interface DraftCounters {
  readonly generated_tokens: number;
  readonly requests: number;
  /** Steps in which drafts of one request were verified. */
  readonly verify_steps: number;
  /** Drafted tokens that were accepted. null: this engine counts only what it generated. */
  readonly accepted_tokens: number | null;
}

export interface ProbeRequest {
  readonly prompt: string;
  readonly max_tokens: number;
  readonly timeout_ms: Milliseconds;
  readonly api: 'completions' | 'chat';
}

/** `error` null: a 2xx answer that parsed and finished with at least one token. */
export interface ProbeAnswer {
  readonly status: number | null;
  readonly text: string;
  readonly completion_tokens: number;
  readonly finish_reason: string | null;
  /** The engine's own block of timings, where it has one (llama.cpp: `timings`). */
  readonly timings: Readonly<Record<string, number>> | null;
  readonly error: string | null;
  readonly timed_out: boolean;
}

/** One reader over HTTP for all engines; what differs between engines is data in `core/engine/NAME`. */
export interface Engine {
  readonly name: EngineName;
  state(): Promise<EngineState>;
  report(): Promise<EngineReport>;
  /** null: this engine or build does not say. */
  traffic(): Promise<Traffic | null>;
  /** null: this engine or build does not say, or drafts nothing. */
  drafts(): Promise<DraftCounters | null>;
  generate(request: ProbeRequest): Promise<ProbeAnswer>;
}
