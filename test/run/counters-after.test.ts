import { describe, expect, it } from 'vitest';
import type { MeasurementBody } from '../../src/core/documents/measurement.ts';
import type { EngineCounters } from '../../src/core/metrics/counters.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { countersAfter, withCounts } from '../../src/run/counters-after.ts';

const counters = (generated_tokens: number | null, more: Partial<EngineCounters> = {}): EngineCounters => ({
  ...{ generated_tokens, requests: null, verify_steps: null, drafted_tokens: null, accepted_tokens: null },
  ...{ looked_up_tokens: null, cached_tokens: null, preemptions: null },
  ...more,
});

/** Reads these one after another, the last one again and again; says how often was waited. */
async function after(told_tokens: number | null, ...readings: readonly (EngineCounters | null)[]) {
  let [at, waits] = [0, 0];
  const clock = { wait: async () => void (waits += 1) } as unknown as Clock;
  const read = async () => readings[Math.min(at++, readings.length - 1)] ?? null;
  const found = await countersAfter(clock, read, counters(1000), { told_tokens });
  return { generated: found?.generated_tokens ?? null, waits };
}

describe('counters after a load', () => {
  it('are read once where they hold all that was told', async () => {
    expect(await after(100, counters(1100))).toEqual({ generated: 1100, waits: 0 });
    expect(await after(100, counters(1900))).toEqual({ generated: 1900, waits: 0 });
  });

  it('are waited for where the engine counts an answer after its end', async () => {
    expect(await after(100, counters(1000), counters(1050), counters(1100))).toEqual({
      generated: 1100,
      waits: 2,
    });
  });

  it('are not waited for without end', async () => {
    expect(await after(100, counters(1050))).toEqual({ generated: 1050, waits: 7 });
  });

  it('are what they are where there is nothing to wait for', async () => {
    expect(await after(null, counters(1050))).toEqual({ generated: 1050, waits: 0 });
    expect(await after(100, null)).toEqual({ generated: null, waits: 0 });
    expect(await after(100, counters(30))).toEqual({ generated: 30, waits: 0 });
  });
});

describe('a measurement with what the server counted', () => {
  const before = counters(0, { verify_steps: 0, drafted_tokens: 0, accepted_tokens: 0 });
  const later = counters(300, { verify_steps: 100, drafted_tokens: 400, accepted_tokens: 150 });

  it('has from the server what its answers did not say', () => {
    const body = { acceptance_length: null, drafted_tokens: null, accepted_tokens: null };
    expect(withCounts(body as MeasurementBody, before, later)).toMatchObject({
      acceptance_length: 2.5,
      drafted_tokens: 400,
      accepted_tokens: 150,
      server: { generated_tokens: 300, acceptance_rate: 0.375 },
    });
  });

  it('keeps what the answers said', () => {
    const body = { acceptance_length: 3, drafted_tokens: 40, accepted_tokens: 0 };
    expect(withCounts(body as MeasurementBody, before, later)).toMatchObject(body);
  });

  it('has nothing of a server that does not count', () => {
    const body = { acceptance_length: null, drafted_tokens: null, accepted_tokens: null };
    expect(withCounts(body as MeasurementBody, null, null)).toEqual({ ...body, server: null });
  });
});
