import type { Task } from './task.ts';

/** Who waits for the answer to one request. */
export interface Reader {
  /** What one step brought: text of `count` tokens. */
  tokens(text: string, count: number): void;
  ended(reason: 'stop' | 'length'): void;
}

export interface GenerationRequest {
  readonly prompt: string;
  readonly prompt_tokens: number;
  readonly max_tokens: number;
  readonly ignore_eos: boolean;
  readonly reader: Reader;
}

/** A request inside the engine. */
export interface Sequence {
  readonly request: GenerationRequest;
  readonly task: Task;
  /** Tokens that it will have, and why it ends there. */
  readonly limit: number;
  readonly reason: 'stop' | 'length';
  made: number;
  /** The client has gone away. */
  gone: boolean;
}

export function sequenceOf(request: GenerationRequest, task: Task): Sequence {
  const ends = !request.ignore_eos && task.natural_tokens < request.max_tokens;
  return {
    request,
    task,
    limit: ends ? task.natural_tokens : request.max_tokens,
    reason: ends ? 'stop' : 'length',
    made: 0,
    gone: false,
  };
}

/** Places in the key-value cache: prompt and output so far. */
export function contextTokens(sequence: Sequence): number {
  return sequence.request.prompt_tokens + sequence.made;
}
