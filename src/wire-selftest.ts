import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLoadGenerator } from './load/generator.ts';
import { startMockProcess } from './mock/process.ts';
import { type MockServer, startMock } from './mock/server.ts';
import type { TruthMeans } from './run/selftest/measure-point.ts';
import { SELFTEST_TIMING } from './run/selftest/selftest.ts';

/** For one point: a mock server in a process of its own, which `program` starts, and a folder that is gone afterwards. */
export async function withSelftestMeans<T>(
  program: readonly string[],
  signal: AbortSignal,
  use: (means: TruthMeans) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(path.join(tmpdir(), 'holdpoint-selftest-'));
  try {
    const scenario = { name: 'selftest', timing: SELFTEST_TIMING, payload: { prompt_tokens: 100 } };
    const mock = await startMockProcess([...program, 'mock'], { scenarios: [scenario] });
    try {
      return await use({ load: createLoadGenerator(), mock, dir, signal });
    } finally {
      await mock.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Serves the script of a JSON text. Throws for one that is none. */
export function serveMock(script: string, port: number): Promise<MockServer> {
  return startMock(JSON.parse(script) as Parameters<typeof startMock>[0], { port });
}
