import type { Traffic } from '../../ports/engine.ts';
import { fieldOf, parseJson } from './json.ts';
import { samplesOf } from './prometheus.ts';

/**
 * Requests in flight by SGLang's own counters. /v1/loads is brought up to date with each request that begins and when
 * the server falls idle, as is /get_load of builds before it; the gauges of /metrics (with --enable-metrics) are written
 * now and then, and can name requests that have ended: they only serve where a build does not know the others. null:
 * none answers.
 */
export function readSglangTraffic(
  loadsBody: string | null,
  metricsBody: string | null,
  loadBody: string | null = null,
): Traffic | null {
  return fromLoads(loadsBody) ?? fromLoad(loadBody) ?? fromMetrics(metricsBody);
}

function fromLoads(body: string | null): Traffic | null {
  const loads = body === null ? null : fieldOf(parseJson(body), 'loads');
  if (!Array.isArray(loads) || loads.length === 0) return null;
  const running = total(loads.map((load) => fieldOf(load, 'num_running_reqs')));
  const waiting = total(loads.map((load) => fieldOf(load, 'num_waiting_reqs')));
  return running === null || waiting === null ? null : { running, waiting, source: '/v1/loads' };
}

/** One entry for each part that takes requests of its own; `num_reqs` counts those that wait, too. */
function fromLoad(body: string | null): Traffic | null {
  const loads = body === null ? null : parseJson(body);
  if (!Array.isArray(loads) || loads.length === 0) return null;
  const all = total(loads.map((load) => fieldOf(load, 'num_reqs')));
  const waiting = total(loads.map((load) => fieldOf(load, 'num_waiting_reqs')));
  return all === null || waiting === null
    ? null
    : { running: Math.max(0, all - waiting), waiting, source: '/get_load' };
}

/** null: one of them is no number, so that the sum is not known. */
function total(values: readonly unknown[]): number | null {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length < values.length ? null : numbers.reduce((sum, value) => sum + value, 0);
}

function fromMetrics(body: string | null): Traffic | null {
  const running = body === null ? null : gauge(body, 'sglang:num_running_reqs');
  const waiting = body === null ? null : gauge(body, 'sglang:num_queue_reqs');
  return running === null || waiting === null ? null : { running, waiting, source: '/metrics' };
}

/** Parts that share the work say the same each; parts that share the requests (data parallel) add up. */
function gauge(body: string, name: string): number | null {
  const parts = new Map<string, number>();
  for (const { labels, value } of samplesOf(body, name)) {
    // with priorities each has a sample of its own, beside the total, which has none
    if ((labels.priority ?? '') !== '') continue;
    const part = `${labels.model_name ?? ''}/${labels.dp_rank ?? ''}`;
    if (value === null) return null;
    parts.set(part, Math.max(parts.get(part) ?? 0, value));
  }
  return parts.size === 0 ? null : [...parts.values()].reduce((sum, value) => sum + value, 0);
}
