import type { Milliseconds } from '../../../core/units.ts';
import type { DecodeModel } from '../../draft/decode.ts';
import type { Cancel } from '../../machine.ts';
import { Counters } from './counters.ts';
import { type BatchView, DecodeLog, type DecodeLogOptions } from './decode-log.ts';
import { PrefixCache } from './prefix-cache.ts';
import { contextTokens, type GenerationRequest, type Sequence, sequenceOf } from './request.ts';
import type { Speed } from './speed.ts';
import { type Task, taskOf } from './task.ts';
import type { Writer } from './text.ts';

export interface EngineOptions {
  readonly now: () => Milliseconds;
  readonly after: (delay: Milliseconds, run: () => void) => Cancel;
  readonly model: DecodeModel;
  readonly speed: Speed;
  /** Who writes the next tokens of a task while so many sequences run. */
  readonly writer: (task: Task, running: number) => Writer;
  readonly log: DecodeLogOptions;
  readonly max_running_requests: number;
  /** Tokens that the key-value cache holds. */
  readonly capacity_tokens: number;
  readonly max_prefill_tokens: number;
  readonly radix_cache: boolean;
}

const PREFILL_BASE_MS = 40;
const PREFILL_TOKENS_PER_MS = 8;

/**
 * Continuous batching: what waits is prefilled first, all that fits together; then every running sequence takes part in
 * each decode step. One event of simulated time for each prefill and each step.
 */
export class Engine {
  readonly counters = new Counters();
  readonly #options: EngineOptions;
  readonly #log: DecodeLog;
  readonly #prefixes: PrefixCache;
  #waiting: Sequence[] = [];
  #running: Sequence[] = [];
  #busy = false;
  #halted = false;
  #milestone: { readonly tokens: number; readonly run: () => void } | null = null;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#log = new DecodeLog(options.log);
    this.#prefixes = new PrefixCache(options.capacity_tokens);
  }

  /** Takes a request; the reader hears of it until it has ended. The returned call is the client going away. */
  submit(request: GenerationRequest): Cancel {
    const sequence = sequenceOf(request, taskOf(request.prompt));
    this.#waiting.push(sequence);
    if (!this.#busy) {
      this.#log.resumed(this.#options.now(), this.counters);
      this.#next();
    }
    return () => {
      sequence.gone = true;
    };
  }

  /** Nothing is computed any more; requests are still taken. */
  halt(): void {
    this.#halted = true;
  }

  /** Calls once when so many tokens have been generated since the start. */
  whenGenerated(tokens: number, run: () => void): void {
    this.#milestone = { tokens, run };
  }

  /** False: requests are running or waiting, and nothing was flushed. */
  flushCache(): boolean {
    if (!this.idle) return false;
    this.#prefixes.flush();
    return true;
  }

  get idle(): boolean {
    return this.batch().running + this.batch().queued === 0;
  }

  batch(): BatchView {
    const running = this.#running.filter((sequence) => !sequence.gone);
    const tokens = running.reduce((sum, sequence) => sum + contextTokens(sequence), 0);
    return {
      running: running.length,
      queued: this.#waiting.filter((sequence) => !sequence.gone).length,
      tokens,
      usage: this.#options.capacity_tokens === 0 ? 0 : tokens / this.#options.capacity_tokens,
    };
  }

  #next(): void {
    this.#running = this.#running.filter((sequence) => !sequence.gone);
    this.#waiting = this.#waiting.filter((sequence) => !sequence.gone);
    this.#busy = !this.#halted && this.#running.length + this.#waiting.length > 0;
    if (!this.#busy) return;
    const admitted = this.#admit();
    if (admitted.length > 0) this.#prefill(admitted);
    else if (this.#running.length > 0) this.#decode();
    else this.#busy = false;
  }

  /** From the front of the queue, as long as batch, cache and one prefill have room. */
  #admit(): readonly Sequence[] {
    const { max_running_requests, capacity_tokens, max_prefill_tokens } = this.#options;
    const needs = (sequence: Sequence) => sequence.request.prompt_tokens + sequence.limit;
    let reserved = this.#running.reduce((sum, sequence) => sum + needs(sequence), 0);
    let prefilled = 0;
    let count = 0;
    for (const sequence of this.#waiting) {
      const { prompt_tokens } = sequence.request;
      if (this.#running.length + count >= max_running_requests) break;
      if (reserved + needs(sequence) > capacity_tokens) break;
      if (count > 0 && prefilled + prompt_tokens > max_prefill_tokens) break;
      reserved += needs(sequence);
      prefilled += prompt_tokens;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  #prefill(admitted: readonly Sequence[]): void {
    let tokens = 0;
    let cached = 0;
    for (const { request } of admitted) {
      const hit = this.#options.radix_cache ? this.#prefixes.take(request.prompt, request.prompt_tokens) : 0;
      tokens += request.prompt_tokens - hit;
      cached += hit;
    }
    this.counters.prompt_tokens += tokens + cached;
    this.counters.cached_tokens += cached;
    const { usage, running } = this.batch();
    this.#options.log.say(
      `Prefill batch, #new-seq: ${admitted.length}, #new-token: ${tokens}, #cached-token: ${cached}, token usage: ${usage.toFixed(2)}, #running-req: ${running}, #queue-req: ${this.#waiting.length}`,
    );
    this.#running.push(...admitted);
    this.#wait(PREFILL_BASE_MS + tokens / PREFILL_TOKENS_PER_MS, () => {
      for (const sequence of admitted) this.#commit(sequence, 1);
    });
  }

  #decode(): void {
    const batch = this.#running;
    const { seconds, committed } = this.#options.model.step(
      batch.map((sequence) => ({
        acceptance: sequence.task.acceptance,
        context_tokens: contextTokens(sequence),
      })),
    );
    this.#wait(seconds * 1000, () => {
      this.counters.decode_steps += 1;
      for (const [at, sequence] of batch.entries()) {
        const gained = committed[at] ?? 1;
        this.counters.verify_calls += 1;
        this.counters.committed_tokens += gained;
        this.#commit(sequence, gained);
      }
      this.#log.stepped(this.#options.now(), this.counters, () => this.batch());
    });
  }

  #wait(usual: Milliseconds, then: () => void): void {
    const { speed, now, after } = this.#options;
    after(usual / speed.at(now(), this.counters.finished_requests), () => {
      if (this.#halted) return;
      then();
      this.#next();
    });
  }

  #commit(sequence: Sequence, gained: number): void {
    if (sequence.gone) return;
    const { request, task, limit } = sequence;
    const count = Math.min(gained, limit - sequence.made);
    let text = '';
    const write = this.#options.writer(task, this.#running.length);
    for (let at = 0; at < count; at++) text += write(task.seed, sequence.made + at);
    sequence.made += count;
    this.counters.generation_tokens += count;
    request.reader.tokens(text, count);
    if (sequence.made >= limit) {
      sequence.gone = true;
      this.counters.finished_requests += 1;
      request.reader.ended(sequence.reason);
    }
    if (this.#milestone !== null && this.counters.generation_tokens >= this.#milestone.tokens) {
      const { run } = this.#milestone;
      this.#milestone = null;
      run();
    }
  }
}
