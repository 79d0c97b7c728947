import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { RealClock } from '../../src/adapters/clock/real.ts';
import { benchMeans } from '../../src/wire-bench.ts';
import { holdpoint, temporaryFolder } from './harness.ts';
import { unjudged } from './unjudged.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Answers with four tokens and counts them as vLLM does; beside the n-th answer it makes `others(n)` tokens for somebody else. */
async function counting(others: (answer: number) => number): Promise<string> {
  let [answers, tokens] = [0, 1000];
  const server = http.createServer((request, response) => {
    request.resume();
    if (request.url === '/v1/models') return response.end('{"data": [{"id": "m"}]}');
    if (request.url === '/metrics')
      return response.end(`vllm:generation_tokens_total{engine="0"} ${tokens}.0
vllm:prefix_cache_queries_total{engine="0"} ${100 * answers}.0
vllm:prefix_cache_hits_total{engine="0"} ${25 * answers}.0
vllm:num_preemptions_total{engine="0"} 0.0
`);
    answers += 1;
    tokens += 4 + others(answers);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = (rest: object) => response.write(`data: ${JSON.stringify(rest)}\n\n`);
    for (const content of 'abcd') chunk({ choices: [{ index: 0, delta: { content } }] });
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'length' }], usage: { completion_tokens: 4 } });
    return response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => server.closeAllConnections(),
    () => void server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bench(others: (answer: number) => number, words: readonly string[] = ['--json']) {
  const url = await counting(others);
  const load = unjudged();
  const argv = ['bench', '--url', url, '--dir', '.', '--num-prompts', '10', ...words];
  const called = await holdpoint(argv, {
    services: { bench: async () => ({ ...benchMeans(), load }) },
    cwd: temporaryFolder(),
    clock: new RealClock() as never,
  });
  return { ...called, document: words.includes('--json') ? called.json() : null };
}

describe('what the server counts beside what it told us', () => {
  it('is the same where nobody else asks, the first request apart', async () => {
    const { code, document } = await bench(() => 0);
    expect([code, document?.data]).toMatchObject([
      0,
      {
        notes: [],
        measurements: [
          {
            void: null,
            told_tokens: 48,
            server: { generated_tokens: 48, cache_hit_share: 0.25, preemptions: 0, drafted_tokens: null },
          },
        ],
      },
    ]);
  });

  it('is told below the times', async () => {
    const { stdout } = await bench(() => 0, []);
    expect(stdout).toMatch(
      /\n {2}server {4}48 tokens by its own count, 25[.0]* % of prompts from its cache, 0 requests preempted\n/,
    );
  });

  it('is more once: foreign-load, the load is measured again and then good', async () => {
    const { code, document } = await bench((answer) => (answer === 7 ? 50 : 0));
    expect([code, document?.data]).toMatchObject([
      0,
      {
        notes: [
          expect.stringMatching(
            /void and measured again: the server generated 98 tokens .*, 48 of them for us/,
          ),
        ],
        measurements: [{ void: null, server: { generated_tokens: 48 } }],
      },
    ]);
  });

  it('is more again and again: no number, and the exit code says so', async () => {
    const { code, document } = await bench(() => 9);
    expect([code, document]).toMatchObject([
      20,
      {
        ok: false,
        error: { name: 'foreign-load', hint: expect.stringContaining('--under-traffic') },
        data: { measurements: [{ void: { name: 'foreign-load' }, output_tokens_per_s: null }] },
      },
    ]);
  });

  it('may be more with --under-traffic, and that is noted', async () => {
    const { code, document } = await bench(() => 9, ['--json', '--under-traffic']);
    expect([code, document?.data]).toMatchObject([
      0,
      { notes: [expect.stringMatching(/others asked it, too/)], measurements: [{ void: null }] },
    ]);
  });
});
