import type { Traffic } from '../../ports/engine.ts';
import { fieldOf, parseJson } from './json.ts';
import { samplesOf } from './prometheus.ts';

/**
 * Requests in flight by llama.cpp's own counters. /slots counts what is processed; only /metrics (with --metrics) also
 * counts what waits for a slot, which nothing does while one is idle. null: neither answers.
 */
export function readTraffic(slotsBody: string | null, metricsBody: string | null): Traffic | null {
  const slots = slotsBody === null ? null : slotsOf(slotsBody);
  const busy = slots?.busy ?? null;
  const processing = metricsBody === null ? null : metric(metricsBody, 'llamacpp:requests_processing');
  const deferred = metricsBody === null ? null : metric(metricsBody, 'llamacpp:requests_deferred');
  if (busy === null && processing === null) return null;
  const source = [busy === null ? null : '/slots', processing === null ? null : '/metrics'].filter(
    (s) => s !== null,
  );
  return {
    running: Math.max(busy ?? 0, processing ?? 0),
    waiting: deferred ?? (slots !== null && slots.busy < slots.all ? 0 : null),
    source: source.join(' and '),
  };
}

function slotsOf(body: string): { readonly busy: number; readonly all: number } | null {
  const slots = parseJson(body);
  if (!Array.isArray(slots)) return null;
  return { busy: slots.filter((slot) => fieldOf(slot, 'is_processing') === true).length, all: slots.length };
}

function metric(body: string, name: string): number | null {
  return samplesOf(body, name)[0]?.value ?? null;
}
