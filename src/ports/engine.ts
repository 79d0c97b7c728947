import type { EngineName } from '../core/engine/definition.ts';
import type { EngineCounters } from '../core/metrics/counters.ts';
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
  /** null: this engine or build does not count. */
  counters(): Promise<EngineCounters | null>;
  generate(request: ProbeRequest): Promise<ProbeAnswer>;
}
