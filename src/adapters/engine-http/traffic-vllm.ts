import type { Traffic } from '../../ports/engine.ts';
import { samplesOf } from './prometheus.ts';

/**
 * Requests in flight by vLLM's gauges in /metrics, which is always there. Each engine (data parallel) has a sample of
 * its own. null: one of the two is not there.
 */
export function readVllmTraffic(metricsBody: string | null): Traffic | null {
  const running = sumOf(metricsBody, 'vllm:num_requests_running');
  const waiting = sumOf(metricsBody, 'vllm:num_requests_waiting');
  return running === null || waiting === null ? null : { running, waiting, source: '/metrics' };
}

function sumOf(body: string | null, name: string): number | null {
  const samples = body === null ? [] : samplesOf(body, name);
  return samples.length === 0 ? null : samples.reduce((sum, { value }) => sum + value, 0);
}
