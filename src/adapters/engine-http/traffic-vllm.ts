import type { Traffic } from '../../ports/engine.ts';
import { totalOf } from './prometheus.ts';

/**
 * Requests in flight by vLLM's gauges in /metrics, which is always there. Each engine (data parallel) has a sample of
 * its own. null: one of the two is not there, or no number.
 */
export function readVllmTraffic(metricsBody: string | null): Traffic | null {
  const running = metricsBody === null ? null : totalOf(metricsBody, 'vllm:num_requests_running');
  const waiting = metricsBody === null ? null : totalOf(metricsBody, 'vllm:num_requests_waiting');
  return running === null || waiting === null ? null : { running, waiting, source: '/metrics' };
}
