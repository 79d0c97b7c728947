import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { RealClock } from '../../src/adapters/clock/real.ts';
import { exchange } from '../../src/adapters/host/http.ts';
import { prepareRequests } from '../../src/load/prompts/prepare.ts';
import type { LoadRequest } from '../../src/ports/load.ts';
import { holdpoint, temporaryFolder } from './harness.ts';
import { unjudged } from './unjudged.ts';

const NONE = { mean: null, p50: null, p95: null, p99: null };

/** What a load generator was asked for; it answers that all of it went well, unless told otherwise. */
function recorder(failing = false, late = 0) {
  const LATE = {
    error_bound_ms: 300,
    verdict: 'late' as const,
    why: 'this process stood still for 300.0 ms',
  };
  const asked: LoadRequest[] = [];
  const bench = async () => ({
    load: {
      async measure(request: LoadRequest) {
        asked.push(request);
        const requests = request.extent?.requests ?? 5;
        for (let done = 1; done <= requests && !request.signal.aborted; done++)
          request.on_progress?.({
            done,
            of: requests,
            failed: failing ? done : 0,
            tokens: done,
            tokens_per_s: 1,
          });
        return {
          workload: 'bench',
          concurrency: request.shape?.kind === 'closed' ? request.shape.concurrency : null,
          rate: request.shape?.kind === 'open' ? request.shape.rate_per_s : null,
          requests,
          ok: failing ? 0 : requests,
          failed: failing ? requests : 0,
          outcomes: failing ? { 'http-500': requests } : { ok: requests },
          duration_s: 1,
          output_tokens: requests,
          output_tokens_per_s: failing ? null : requests,
          ttft_ms: NONE,
          itl_ms: NONE,
          tpot_ms: NONE,
          e2e_ms: NONE,
          acceptance_length: null,
          drafted_tokens: null,
          accepted_tokens: null,
          client: asked.length <= late ? LATE : { error_bound_ms: 0.1, verdict: 'ok' as const },
          mismatch: null,
        };
      },
    },
    prepare: prepareRequests,
    ask: (request: Parameters<typeof exchange>[0]) => exchange(request, null),
    counters: async () => null,
  });
  return { asked, services: { bench } };
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Answer = (path: string, body: string, response: http.ServerResponse) => void;

const MODELS: Answer = (path, _, response) =>
  void (path === '/v1/models'
    ? response.end(JSON.stringify({ data: [{ id: 'm1', owned_by: 'vllm' }] }))
    : response.end('data: [DONE]\n\n'));

async function server(answer: Answer = MODELS): Promise<string> {
  const listening = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    answer(request.url ?? '', Buffer.concat(parts).toString('utf8'), response);
  });
  closers.push(() => {
    listening.closeAllConnections();
    listening.close();
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

async function bench(
  words: readonly string[],
  { failing = false, late = 0, answer = MODELS as Answer, env = {} } = {},
) {
  const { asked, services } = recorder(failing, late);
  const url = await server(answer);
  const cwd = temporaryFolder();
  const called = await holdpoint(['bench', '--url', url, '--dir', '.', ...words], {
    services,
    cwd,
    env,
    clock: new RealClock() as never,
  });
  return { ...called, asked, url, cwd };
}

const shapeOf = async (words: readonly string[]) => {
  const { asked, stderr } = await bench(words);
  expect(stderr).toBe('');
  return asked.map(({ shape, extent }) => ({ ...shape, ...extent }));
};

describe('the load that is asked for', () => {
  it('is a closed loop of one, of 32 requests', async () => {
    expect(await shapeOf([])).toEqual([
      { kind: 'closed', concurrency: 1, starts_over_ms: null, requests: 32, duration_ms: null },
    ]);
  });

  it('is a ladder of concurrencies, with other prompts on each step', async () => {
    const { asked, json } = await bench(['--concurrency', '1,4,16', '--json']);
    expect(
      asked.map(({ shape, extent }) => [shape?.kind === 'closed' && shape.concurrency, extent?.requests]),
    ).toEqual([
      [1, 32],
      [4, 32],
      [16, 64],
    ]);
    const heads = asked.map(({ source }) => source?.('measure', 0).body);
    expect(new Set(heads).size).toBe(3);
    expect(json().data).toMatchObject({
      model: 'm1',
      dialect: 'chat',
      measurements: [{ load: 'closed c=1' }, {}, {}],
    });
  });

  it('is an open loop, in the words of vLLM', async () => {
    const words = [
      '--request-rate',
      '2.5',
      '--burstiness',
      '0.5',
      '--max-concurrency',
      '8',
      '--num-prompts',
      '10',
    ];
    expect(await shapeOf(words)).toEqual([
      {
        kind: 'open',
        rate_per_s: 2.5,
        burstiness: 0.5,
        ramp: null,
        max_open: 8,
        requests: 10,
        duration_ms: null,
      },
    ]);
  });

  it('is all at once at a rate of inf, or as many as the limit allows', async () => {
    expect(await shapeOf(['--request-rate', 'inf', '--num-prompts', '50'])).toMatchObject([
      { kind: 'closed', concurrency: 50, starts_over_ms: 0, requests: 50 },
    ]);
    expect(await shapeOf(['--request-rate', 'inf', '--max-concurrency', '4'])).toMatchObject([
      { concurrency: 4 },
    ]);
  });

  it('is a ramp that ends with the last request', async () => {
    const words = [
      '--ramp-up-strategy',
      'linear',
      '--ramp-up-start-rps',
      '1',
      '--ramp-up-end-rps',
      '9',
      '--num-prompts',
      '50',
    ];
    expect(await shapeOf(words)).toMatchObject([{ rate_per_s: 9, ramp: { from_per_s: 1, over_ms: 10_000 } }]);
  });

  it('is a replay from the first time of the trace', async () => {
    const trace = join(temporaryFolder(), 't.jsonl');
    writeFileSync(trace, '{"timestamp": 100}\n{"timestamp": 350, "input_length": 9}\n');
    expect(await shapeOf(['--replay', trace])).toMatchObject([
      { kind: 'trace', at_ms: [0, 250], requests: 2 },
    ]);
  });

  it('has a length in time', async () => {
    expect(await shapeOf(['--duration', '30s'])).toMatchObject([{ requests: null, duration_ms: 30_000 }]);
  });
});

describe('the requests', () => {
  it('are of the dialect that the backend names, with its own keys', async () => {
    const { asked } = await bench([
      '--backend',
      'sglang',
      '--ignore-eos',
      '--max-tokens',
      '9',
      '--extra-body',
      '{"lora": 1}',
    ]);
    const [request] = asked;
    expect(request?.dialect).toBe('sglang-generate');
    expect(JSON.parse(request?.source?.('measure', 0).body ?? '')).toMatchObject({
      sampling_params: { max_new_tokens: 9, ignore_eos: true, temperature: 0 },
      lora: 1,
    });
  });

  it('carry the key of the named variable, and nothing that is kept does', async () => {
    const { asked, stdout, cwd, json } = await bench(['--api-key-env', 'KEY', '--json'], {
      env: { KEY: 'sk-canary' },
    });
    expect(asked[0]?.target.headers).toEqual({ authorization: 'Bearer sk-canary' });
    const { dir } = json().data as unknown as { readonly dir: string };
    expect(dir.startsWith(join(cwd, 'benches'))).toBe(true);
    const kept = readFileSync(join(dir, 'bench.json'), 'utf8');
    expect(stdout + kept).not.toContain('canary');
    expect([statSync(dir).mode & 0o777, statSync(join(dir, 'bench.json')).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
  });

  it('have random prompts as long as the tokeniser of the server says', async () => {
    const tokenise: Answer = (path, body, response) =>
      path === '/tokenize'
        ? void response.end(
            JSON.stringify({ tokens: (JSON.parse(body) as { content: string }).content.split(' ') }),
          )
        : MODELS(path, body, response);
    const { asked } = await bench(
      ['--dataset-name', 'random', '--random-input-len', '40', '--backend', 'vllm'],
      { answer: tokenise },
    );
    const body = JSON.parse(asked[0]?.source?.('measure', 3).body ?? '') as {
      prompt: string;
      ignore_eos: boolean;
    };
    expect([body.prompt.split(' ').length, body.ignore_eos]).toEqual([40, true]);
  });
});

describe('what goes wrong is told in one line', () => {
  it.each([
    [['--request-rate', '0'], 2, /--request-rate: `0` is not a number from 0.001 to 100000/],
    [['--request-rate', '1e9'], 2, /`1e9` is not/],
    [['--concurrency', '1,1'], 2, /twice/],
    [['--concurrency', '8', '--num-prompts', '4'], 2, /never 8 at once/],
    [['--model', 'other'], 2, /no `other`/],
    [['--prompts', 'builtin:codes'], 2, /not built in/],
    [['--prompts', '/nowhere.jsonl'], 3, /cannot be read/],
    [['--backend', 'triton'], 2, /not supported/],
    [['--random-range-ratio', '0.5', '--prompts', 'builtin:random'], 2, /different ranges/],
    [['--extra-body', '[1]'], 2, /no JSON object/],
    [['--header', 'a b=c'], 2, /NAME=VALUE/],
    [['--api-key-env', 'UNSET_KEY'], 2, /not set/],
    [['--burstiness', '2'], 2, /--request-rate/],
    [['--dataset-name', 'sharegpt'], 2, /--dataset-path/],
    [['--prompts', 'builtin:random', '--duration', '1s'], 2, /number of prompts/],
    [['--goodput', 'ttft'], 2, /`ttft` is not NAME:MS/],
    [['--goodput', 'ttfs:500'], 2, /no time `ttfs`[^]*did you mean `ttft`/],
    [['--goodput', 'ttft:500', 'ttft:300'], 2, /two limits of ttft/],
    [['--goodput', 'tpot:fast'], 2, /`fast` is not a number/],
    [['--percentile-metrics', 'ttft,iti'], 2, /`iti` is not shown[^]*did you mean `itl`/],
    [['--metric-percentiles', '99.9'], 2, /`99.9` is not shown/],
    [['--tokenizer', 'org/model'], 2, /nothing is tokenised here[^]*leave it out/],
    [['--replay', '/nowhere.jsonl'], 2, /cannot be read \(ENOENT\)/],
    [['--ramp-up-strategy', 'exponential'], 2, /a ramp is linear/],
    [['--num-prompts', '0'], 2, /not a whole number from 1/],
    [['--threads', '65'], 2, /--threads: 65 is not a whole number from 0 to 64/],
  ])('%j', async (words, code, message) => {
    const called = await bench(words);
    expect([called.code, called.stdout]).toEqual([code, '']);
    expect(called.stderr).toMatch(message);
    expect(called.asked).toEqual([]);
  });

  it('an export in words that are no dialect and file', async () => {
    const { code, stderr } = await bench(['--export', 'vlm', 'f.json']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/no dialect `vlm`[^]*`vllm`/)]);
    expect((await bench(['--export', 'vllm'])).code).toBe(2);
  });

  it('a broken line of a prompts file, with its place', async () => {
    const file = join(temporaryFolder(), 'p.jsonl');
    writeFileSync(file, '{"prompt": "one"}\n{"prompt": \n');
    const { code, stderr } = await bench(['--prompts', file]);
    expect([code, stderr.split('\n')[0]]).toEqual([
      3,
      `holdpoint: configuration: ${file}:2: a line that is no JSON object`,
    ]);
  });

  it.each<[string, Answer, RegExp, string?]>([
    [
      'a redirect',
      (_, __, r) => void r.writeHead(307, { location: 'http://elsewhere/' }).end(),
      /redirects to http:\/\/elsewhere\//,
    ],
    ['a page', (_, __, r) => void r.end('<html>'), /no list of models/],
    ['a key that is missing', (_, __, r) => void r.writeHead(401).end(), /wants a key/],
    ['a server that loads', (_, __, r) => void r.writeHead(503).end(), /answers 503/],
    [
      'a refused request',
      (path, body, r) =>
        path === '/v1/models'
          ? MODELS(path, body, r)
          : void r.writeHead(404).end('{"error": "no  such path"}'),
      /POST \/v1\/chat\/completions answers 404: \{"error": "no such path"\}/,
    ],
    [
      'a redirect of the requests alone',
      (path, body, r) =>
        path === '/v1/models'
          ? MODELS(path, body, r)
          : void r.writeHead(308, { location: 'http://elsewhere/v1' }).end(),
      /POST \/v1\/chat\/completions redirects to http:\/\/elsewhere\/v1/,
    ],
    [
      'a server that never answers',
      (path, body, r) => (path === '/v1/models' ? MODELS(path, body, r) : undefined),
      /no whole answer within 0.3 s/,
      '300ms',
    ],
    [
      'an event of 10 MB',
      (path, body, r) =>
        path === '/v1/models' ? MODELS(path, body, r) : void r.end(`data: ${'x'.repeat(10_000_000)}`),
      /more than 8 MiB/,
    ],
  ])('%s', async (_, answer, message, timeout = '30s') => {
    const called = await bench(['--timeout', timeout], { answer });
    expect(called.code).toBe(20);
    expect(called.stderr.split('\n')[0]).toMatch(message);
    expect(called.asked).toEqual([]);
  });

  it('nobody there, and TLS where there is none', async () => {
    const url = await server();
    const { services } = recorder();
    const tls = await holdpoint(['bench', '--url', url.replace('http', 'https')], { services });
    expect([tls.code, tls.stderr]).toEqual([20, expect.stringMatching(/speaks no TLS|ended|TLS/)]);
    const gone = await holdpoint(['bench', '--port', '1'], { services });
    expect([gone.code, gone.stderr]).toEqual([20, expect.stringMatching(/nobody listens there/)]);
    const none = await holdpoint(['bench'], { services });
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/no server is named/)]);
  });

  it('a load of which nothing succeeds ends early, and says so', async () => {
    const { code, stderr, stdout, asked } = await bench(['--num-prompts', '5000'], { failing: true });
    expect([code, stderr]).toEqual([20, expect.stringMatching(/no request was answered: http-500/)]);
    expect(stdout).toMatch(/0 of 5000 requests ok/);
    expect(asked[0]?.signal.aborted).toBe(true);
  });
});

describe('a client that was late', () => {
  it('has the load measured again, with other prompts, and the good measurement stands', async () => {
    const { code, asked, json } = await bench(['--concurrency', '1,4', '--json'], { late: 2 });
    expect([code, asked.length]).toEqual([0, 4]);
    expect(new Set(asked.map(({ source }) => source?.('measure', 0).body)).size).toBe(4);
    expect(new Set(asked.map(({ record_file }) => record_file)).size).toBe(4);
    // more threads each time, and the next point begins anew
    expect(asked.map(({ late_tries }) => late_tries)).toEqual([0, 1, 2, 0]);
    const again =
      'closed c=1: void and measured again: the numbers say nothing of the server: this process stood';
    expect(json().data).toMatchObject({
      measurements: [
        { load: 'closed c=1', void: null, output_tokens_per_s: 32 },
        { load: 'closed c=4', void: null },
      ],
      notes: [expect.stringContaining(again)],
    });
  });

  it('three times in a row: void, without a number, and the exit code says so', async () => {
    const { code, asked, json } = await bench(['--json', '--export', 'vllm', 'v.json'], { late: 99 });
    expect([code, asked.length]).toEqual([20, 3]);
    expect(json()).toMatchObject({
      ok: false,
      error: { name: 'client-late', message: expect.stringMatching(/^closed c=1: /) },
    });
    const { measurements } = json().data as unknown as { readonly measurements: readonly object[] };
    expect(measurements).toMatchObject([
      { ok: 32, void: { name: 'client-late' }, output_tokens_per_s: null, ttft_ms: NONE },
    ]);
    expect(measurements[0]).not.toHaveProperty('defined');
  });

  it('is told in the place of the numbers', async () => {
    const { stdout, stderr, cwd } = await bench(['--export', 'vllm', 'v.json'], { late: 99 });
    expect(stdout).toMatch(
      /VOID {6}client-late: the numbers say nothing of the server: this process stood still/,
    );
    expect(stdout).not.toMatch(/tokens\/s|ttft/);
    expect(stderr).toMatch(/client-late: closed c=1: [^]*less load, less beside it, or another machine/);
    expect(readFileSync(join(cwd, 'v.json'), 'utf8')).toBe('');
  });
});

/** A chat stream of four events of output, one for each token. */
const CHAT: Answer = (path, body, response) => {
  if (path === '/v1/models') return MODELS(path, body, response);
  const chunk = (rest: object) => response.write(`data: ${JSON.stringify(rest)}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const content of ['a', 'b', 'c', 'd']) chunk({ choices: [{ index: 0, delta: { content } }] });
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'length' }], usage: { completion_tokens: 4 } });
  response.end('data: [DONE]\n\n');
};

it('measures a server with the real load generator, and keeps neither prompts nor answers', async () => {
  const prompts = new Set<string>();
  const url = await server((path, body, response) => {
    if (body !== '')
      prompts.add((JSON.parse(body) as { messages: [{ content: string }] }).messages[0].content);
    CHAT(path, body, response);
  });
  const means = {
    load: unjudged(),
    prepare: prepareRequests,
    ask: (request: Parameters<typeof exchange>[0]) => exchange(request, null),
    counters: async () => null,
  };
  const words = [
    'bench',
    '--base-url',
    `${url}/v1`,
    '--dir',
    '.',
    '--concurrency',
    '2',
    '--num-prompts',
    '12',
    '--json',
    '--export',
    'vllm',
    'v.json',
    '--export',
    'sglang',
    's.jsonl',
    '--export',
    'aiperf',
    'a.json',
    '--export',
    'guidellm',
    'g.json',
  ];
  const cwd = temporaryFolder();
  const called = await holdpoint(words, { services: { bench: async () => means }, cwd });
  const { dir, measurements } = called.json().data as unknown as {
    readonly dir: string;
    readonly measurements: readonly {
      readonly ok: number;
      readonly output_tokens: number;
      readonly record_file: string;
    }[];
  };
  expect(measurements).toMatchObject([{ ok: 12, failed: 0, output_tokens: 48, concurrency: 2 }]);
  const written = (name: string) => JSON.parse(readFileSync(join(cwd, name), 'utf8')) as unknown;
  expect(written('v.json')).toMatchObject({ completed: 12, failed: 0, total_output_tokens: 48 });
  expect(written('s.jsonl')).toMatchObject({ completed: 12, total_output_tokens: 48 });
  expect(written('a.json')).toMatchObject({ request_count: { avg: 12 } });
  expect(written('g.json')).toBeTypeOf('object');
  // twelve measured, two of the warm-up, the first of which was also the first request of all
  expect(prompts.size).toBe(14);
  const record = readFileSync(measurements[0]?.record_file ?? '', 'utf8');
  expect(record.length).toBeGreaterThan(100);
  for (const prompt of prompts)
    expect(record + readFileSync(join(dir, 'bench.json'), 'utf8')).not.toContain(prompt);
});

it('counts goodput over all requests, and shows the times that were asked for', async () => {
  const means = {
    load: unjudged(),
    prepare: prepareRequests,
    ask: (request: Parameters<typeof exchange>[0]) => exchange(request, null),
    counters: async () => null,
  };
  const url = await server(CHAT);
  const words = [
    'bench',
    '--url',
    url,
    '--dir',
    '.',
    '--num-prompts',
    '6',
    '--goodput',
    'ttft:60000',
    'e2el:0.001',
  ];
  const services = { bench: async () => means };
  const shown = ['--percentile-metrics', 'ttft,e2el', '--metric-percentiles', '50,90'];
  const called = await holdpoint([...words, ...shown], { services, cwd: temporaryFolder() });
  expect(called.stderr).not.toMatch(/goodput/);
  expect(called.stdout).toMatch(
    /goodput +0 of 6 within ttft <= 60000 ms, e2e <= 0.001 ms: 0.00 %, 0.00 requests\/s/,
  );
  expect(called.stdout).toMatch(/ms +mean \/ p50 \/ p90\n +ttft[^\n]*\n +e2e[^\n]*\n +goodput/);
  const json = (await holdpoint([...words, '--json'], { services, cwd: temporaryFolder() })).json();
  expect(json.data).toMatchObject({
    measurements: [{ goodput: { good: 0, share: 0, over: { ttft_ms: 0, e2e_ms: 6 } } }],
  });
});

it('a folder that cannot be written is told before any load', async () => {
  const { services, asked } = recorder();
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'benches'), '');
  const { code } = await holdpoint(['bench', '--url', await server(), '--dir', '.'], { services, cwd });
  expect([code, asked, existsSync(join(cwd, 'benches'))]).toEqual([31, [], true]);
});
