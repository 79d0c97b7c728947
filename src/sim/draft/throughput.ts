import { acceptanceOf } from './acceptance-cache.ts';
import { type DraftConfiguration, treeShape } from './configuration.ts';
import { stepMilliseconds } from './cost.ts';
import { effectiveHitRate } from './hit-rate.ts';
import { KIMI_K26_ON_8_RTX_PRO_6000, type StepCosts } from './kimi.ts';

/** Requests that all look the same. */
export interface SteadyLoad {
  readonly concurrency: number;
  /** Of each request. */
  readonly context_tokens: number;
  /** Hit rate of the draft's first choice for the task. */
  readonly acceptance: number;
}

/** Tokens that a step brings to each sequence on average (tau): exact, no sampling. 1 without a draft. */
export function acceptanceLength(configuration: DraftConfiguration, load: SteadyLoad): number {
  const shape = treeShape(configuration);
  if (shape === null) return 1;
  const hitRate = effectiveHitRate(load.acceptance, load.context_tokens, configuration.window);
  return 1 + acceptanceOf(shape).expected(hitRate);
}

/** Output tokens a second over all requests while none begins or ends: concurrency x tau / step. Exact. */
export function outputTokensPerSecond(
  configuration: DraftConfiguration,
  load: SteadyLoad,
  costs: StepCosts = KIMI_K26_ON_8_RTX_PRO_6000,
): number {
  const { concurrency, context_tokens } = load;
  const seen = Math.min(context_tokens, configuration.window ?? Number.POSITIVE_INFINITY);
  const batch = {
    sequences: concurrency,
    context_tokens: concurrency * context_tokens,
    draft_context_tokens: concurrency * seen,
  };
  const step_s = stepMilliseconds(configuration, batch, costs) / 1000;
  return (concurrency * acceptanceLength(configuration, load)) / step_s;
}
