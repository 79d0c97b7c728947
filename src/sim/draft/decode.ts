import type { Random } from '../machine.ts';
import type { Acceptance } from './acceptance.ts';
import { acceptanceOf } from './acceptance-cache.ts';
import { type DraftConfiguration, treeShape } from './configuration.ts';
import { stepMilliseconds } from './cost.ts';
import { effectiveHitRate } from './hit-rate.ts';
import { KIMI_K26_ON_8_RTX_PRO_6000, type StepCosts } from './kimi.ts';

export interface DecodeSequence {
  /** How often the draft's first choice is right for this task: 0.70 to 0.92. */
  readonly acceptance: number;
  /** Prompt and output so far. */
  readonly context_tokens: number;
}

export interface DecodeStep {
  /** How long the step takes for the whole batch. */
  readonly seconds: number;
  /** Tokens that each sequence gains: the accepted ones and the bonus token, so at least 1. In the order given. */
  readonly committed: readonly number[];
}

export interface DecodeOptions extends DraftConfiguration {
  readonly random: Random;
  readonly costs?: StepCosts;
}

/** Decoding on the simulated server: what one step brings and how long it takes. */
export class DecodeModel {
  readonly #options: DecodeOptions;
  readonly #costs: StepCosts;
  readonly #acceptance: Acceptance | null;

  constructor(options: DecodeOptions) {
    this.#options = options;
    this.#costs = options.costs ?? KIMI_K26_ON_8_RTX_PRO_6000;
    const shape = treeShape(options);
    this.#acceptance = shape === null ? null : acceptanceOf(shape);
  }

  /** One step of all sequences together. Draws one random number for each sequence, none without a draft. */
  step(sequences: readonly DecodeSequence[]): DecodeStep {
    const { random, window } = this.#options;
    const committed: number[] = [];
    let context_tokens = 0;
    let draft_context_tokens = 0;
    for (const sequence of sequences) {
      context_tokens += sequence.context_tokens;
      draft_context_tokens += Math.min(sequence.context_tokens, window ?? Number.POSITIVE_INFINITY);
      const hitRate = effectiveHitRate(sequence.acceptance, sequence.context_tokens, window);
      committed.push(1 + (this.#acceptance?.draw(hitRate, random.uniform()) ?? 0));
    }
    const batch = { sequences: sequences.length, context_tokens, draft_context_tokens };
    return { seconds: stepMilliseconds(this.#options, batch, this.#costs) / 1000, committed };
  }
}
