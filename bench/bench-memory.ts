import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMockProcess } from '../src/mock/process.ts';
import type { Figure, Row } from './row.ts';
import { CLI, holdpoint, type Ran } from './support/command.ts';

const LIMIT_MB = 250;
const STREAMS = 16;
const TOKENS = 2000;
const REQUESTS = 500;
/** Of a small load, that only what grows with the events is between the two. */
const FEW = 50;
/** All streams together make 16,000 events a second. */
const SCENARIO = { name: 'fast', timing: { gap_ms: 1 }, payload: { prompt_tokens: 100 } };

export const benchMemory: Row = {
  name: 'bench-memory',
  how: `Largest resident memory (VmHWM) of a \`holdpoint bench --json\` process that reads ${REQUESTS} answers of ${TOKENS} events each, ${STREAMS} at a time, from the mock server in a process of its own; against ${FEW} answers. A client that was late on a busy machine measures again, in the same process`,
  async measure() {
    const folder = mkdtempSync(path.join(tmpdir(), 'holdpoint-bench-'));
    const mock = await startMockProcess([process.execPath, CLI, 'mock'], { scenarios: [SCENARIO] });
    const measured = (requests: number): Promise<Ran> => {
      const words = ['--concurrency', STREAMS, '--num-prompts', requests, '--max-tokens', TOKENS];
      return holdpoint(['bench', '--url', mock.url, '--dir', folder, '--json', ...words.map(String)], folder);
    };
    try {
      const [few, many] = [await measured(FEW), await measured(REQUESTS)];
      return [figure(few, many)];
    } finally {
      await mock.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function figure(few: Ran, many: Ran): Figure {
  const events = REQUESTS * TOKENS;
  const what = `${(events / 1e6).toFixed(0)} million events`;
  const common = { what, unit: 'MB', limit: LIMIT_MB } as const;
  const { data } = JSON.parse(many.stdout) as {
    readonly data?: { readonly measurements: readonly { readonly ok: number }[] };
  };
  const ok = data?.measurements[0]?.ok ?? 0;
  if (ok < REQUESTS)
    return {
      ...common,
      value: null,
      noise: '',
      detail: `only ${ok} of ${REQUESTS} requests were answered: ${many.stderr}`,
    };
  const grown = ((many.peak_mb - few.peak_mb) * 1e6) / (events - FEW * TOKENS);
  return {
    ...common,
    value: many.peak_mb,
    noise: 'one run; a high-water mark',
    detail: `${few.peak_mb.toFixed(0)} MB with ${FEW * TOKENS} events: ${grown.toFixed(0)} bytes an event; ${(many.cpu_ms / 1000).toFixed(0)} s of CPU, ${(many.wall_ms / 1000).toFixed(0)} s in all`,
  };
}
