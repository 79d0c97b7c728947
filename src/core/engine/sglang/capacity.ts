import type { Capacity, ReadBackSources } from '../definition.ts';
import { dig } from '../json.ts';
import { numeric } from '../values.ts';
import { logged, SCHEDULER } from './logged.ts';
import { argument } from './server-args.ts';
import { type View, viewOf } from './view.ts';
import { pool, runningRequests } from './witnesses.ts';

/**
 * What this start can hold. The cache gets what is left of the memory that was free at the start, on the device with
 * the least: memory that others still held makes it smaller without a word.
 */
export function capacity(sources: ReadBackSources): readonly Capacity[] {
  const view = viewOf(sources);
  const values = {
    kv_tokens: pool(view)?.value,
    max_running_requests: (runningRequests(view) ?? argument(view, 'max_running_requests'))?.value,
    context_tokens: context(view),
  };
  return Object.entries(values).flatMap(([name, value]) => {
    const number = numeric(value ?? null);
    return number === null ? [] : [{ name, value: number }];
  });
}

function context(view: View) {
  const served = dig(view.sources.documents['/v1/models'], 'data', 0, 'max_model_len');
  if (typeof served === 'number') return served;
  return (argument(view, 'context_length')?.value ?? logged(view, SCHEDULER, 'context_len')?.value) || null;
}
