import { setMaxListeners } from 'node:events';
import { quantile } from '../core/stats/quantile.ts';
import type { LoadGenerator, LoadProgress, LoadRequest } from '../ports/load.ts';
import { requestBody, requestUrl } from './body.ts';
import { closedLoop } from './closed-loop.ts';
import { clientVerdict } from './lateness.ts';
import { type LoadMeans, REAL_MEANS } from './means.ts';
import { e2e, outputTokens } from './metrics.ts';
import { openPrompts, type PromptKey } from './prompts.ts';
import { recordLine } from './record.ts';
import { type RequestResult, sendRequest } from './request.ts';
import { summarise } from './summary.ts';

/** Makes load from this process with as many connections as requests in flight. Throws only for unreadable prompts. */
export function createLoadGenerator(means: LoadMeans = REAL_MEANS): LoadGenerator {
  return { measure: (request) => measure(request, means) };
}

async function measure(request: LoadRequest, means: LoadMeans) {
  const { clock } = means;
  const { point, target } = request;
  const signal = listenable(request.signal);
  const { workload, concurrency } = point;
  const prompts = await openPrompts(workload.prompts);
  const url = requestUrl(target.url, workload.api);
  const connections = means.open(url.protocol);
  const origin = clock.now();
  const lines: string[] = [];

  const run = async (phase: PromptKey['phase'], requests: number, each: (result: RequestResult) => void) => {
    await closedLoop(concurrency, requests, signal, async (index, worker) => {
      const { seed, replicate } = request;
      const prompt = prompts({ seed, replicate, workload: workload.name, concurrency, phase, index });
      const body = requestBody(workload, target.model, prompt);
      const { expect } = workload;
      const result = await sendRequest({
        url,
        headers: target.headers,
        body,
        expect,
        timeout_ms: request.request_timeout_ms,
        connections,
        signal,
        clock,
      });
      lines.push(recordLine(phase, index, worker, result, origin));
      each(result);
    });
  };

  try {
    await run('warm-up', request.warmup_requests, () => {});
    const results: RequestResult[] = [];
    const progress = counter(workload.requests);
    const lateness = means.watchLateness();
    await run('measure', workload.requests, (result) => {
      results.push(result);
      request.on_progress?.(progress(result));
    });
    const bound_ms = lateness.stop();
    const durations = results
      .filter((r) => r.outcome === 'ok')
      .map(e2e)
      .sort((a, b) => a - b);
    await means.keep(request.record_file, lines);
    return summarise(point, results, clientVerdict(bound_ms, quantile(durations, 0.5)));
  } finally {
    connections.destroy();
  }
}

/** A signal of our own that follows the given one: each request in flight listens to it, Node warns at the eleventh. */
function listenable(outer: AbortSignal): AbortSignal {
  const inner = new AbortController();
  setMaxListeners(0, inner.signal);
  if (outer.aborted) inner.abort();
  else outer.addEventListener('abort', () => inner.abort(), { once: true, signal: inner.signal });
  return inner.signal;
}

/** Counts as the requests end; `tokens_per_s` from the first request to the end of the last one. */
function counter(of: number): (result: RequestResult) => LoadProgress {
  let done = 0;
  let failed = 0;
  let tokens = 0;
  let since = Number.POSITIVE_INFINITY;
  return (result) => {
    done++;
    since = Math.min(since, result.started);
    if (result.outcome === 'ok') tokens += outputTokens(result).tokens;
    else failed++;
    const seconds = (result.ended - since) / 1000;
    return { done, of, failed, tokens, tokens_per_s: seconds > 0 ? tokens / seconds : null };
  };
}
