import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLoadGenerator } from '../../../src/load/generator.ts';
import { startMockProcess } from '../../../src/mock/process.ts';
import { measurePoint } from '../../../src/run/selftest/measure-point.ts';

const MOCK = [process.execPath, '--import', './scripts/ts.mjs', 'src/cli/main.ts', 'mock'];

test('16 streams: the true error lies within what the client says of itself, and no event is missed', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-truth-'));
  const scenario = { name: 'point', timing: { first_ms: 100, gap_ms: 20 }, payload: { prompt_tokens: 100 } };
  const mock = await startMockProcess(MOCK, { scenarios: [scenario] });
  try {
    const { body, errors, requests } = await measurePoint(
      { load: createLoadGenerator(), mock, dir, signal: new AbortController().signal },
      {
        shape: { kind: 'closed', concurrency: 16, starts_over_ms: null },
        requests: 32,
        tokens: 24,
        warmup_requests: 16,
      },
    );
    expect(body).toMatchObject({ ok: 32, failed: 0, output_tokens: 32 * 24 });
    expect(requests).toHaveLength(32);
    expect(errors.miscounted).toBe(0);
    const bound = body.client.error_bound_ms ?? Number.NaN;
    expect(Math.abs(errors.ttft_p50_ms ?? Number.NaN)).toBeLessThanOrEqual(bound);
    expect(Math.abs(errors.gap_mean_ms ?? Number.NaN)).toBeLessThanOrEqual(bound);
  } finally {
    await mock.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});
