import { describe, expect, it } from 'vitest';
import { Bench } from './served.ts';

/** From the knowledge of the real server's log: what it prints in which part of a load, and how many ranks print it. */
const PHASES: readonly (readonly [pattern: RegExp, times: number])[] = [
  [/\] server_args=ServerArgs\(model_path='\/models\/Kimi-K2.6', /, 1],
  [/TP\d\] Init torch distributed begin\.$/, 8],
  [/\[Gloo\] Rank \d is connected to 7 peer ranks/, 8],
  [/TP0\] sglang is using nccl==/, 1],
  [/TP\d\] Init torch distributed ends\. elapsed=\d+\.\d\d s, mem usage=1\.4\d GB$/, 8],
  [/TP\d\] Load weight begin\. avail mem=9\d\.\d\d GB$/, 8],
  [/Loading safetensors checkpoint shards: 100% Completed \| 64\/64 /, 1],
  [/TP\d\] Load weight end\. elapsed=\d+\.\d\d s, type=KimiK25ForConditionalGeneration, /, 8],
  [/TP\d\] KV Cache is allocated\. dtype: torch\.bfloat16, #tokens: \d+, KV size: \d+\.\d\d GB$/, 8],
  [/TP\d\] Memory pool end\. avail mem=\d+\.\d\d GB$/, 8],
  [
    /TP\d\] Capture target verify CUDA graph begin\. backend='flashinfer', num_tokens_per_req=9, bs=\[1, 2, 4, /,
    8,
  ],
  [/Capturing batches \(bs=1 avail_mem=\d\.\d\d GB\): 100%\|██████████\| 10\/10 /, 1],
  [/TP\d\] Capture target verify CUDA graph end\. elapsed=/, 8],
  [/TP\d\] Load weight end\. elapsed=\d+\.\d\d s, type=DFlashDraftModel, /, 8],
  [
    /TP0\] Initialized DFLASH draft runner\. attention_backend=flashinfer, model=DFlashDraftModel, block_size=8, draft_window_size=None, compact_cache=False$/,
    1,
  ],
  [/TP0\] Initialized DDTree worker\. block_size=8, tree_budget=8, max_tree_nodes=9$/, 1],
  [
    /TP0\] max_total_num_tokens=\d+, chunked_prefill_size=8192, max_prefill_tokens=16384, max_running_requests=48, context_len=262144, available_gpu_mem=\d\.\d\d GB$/,
    1,
  ],
  [/\] INFO: {5}Started server process \[\d+\]$/, 1],
  [/\] INFO: {5}Application startup complete\.$/, 1],
  [/\] INFO: {5}Uvicorn running on http:\/\/0\.0\.0\.0:30000 /, 1],
  [/\] INFO: {5}127\.0\.0\.1:\d+ - "GET \/model_info HTTP\/1\.1" 200 OK$/, 1],
  [/\] INFO: {5}127\.0\.0\.1:\d+ - "POST \/generate HTTP\/1\.1" 200 OK$/, 1],
  [/\] The server is fired up and ready to roll!$/, 1],
];

const READY = 'The server is fired up and ready to roll!';
const GiB = 2 ** 30;

describe('a good start', () => {
  it('prints the lines of each phase, on the ranks that print them, in the order of the phases', async () => {
    const bench = new Bench();
    await bench.up();
    const lines = bench.lines();
    const firsts = PHASES.map(([pattern, times]) => {
      const found = lines.flatMap((line, at) => (pattern.test(line) ? [at] : []));
      const glued = lines
        .filter((line) => pattern.test(line))
        .join('\n')
        .match(new RegExp(pattern.source, 'gm'));
      expect([pattern.source, glued?.length]).toEqual([pattern.source, times]);
      return found[0] ?? -1;
    });
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
  });

  it('draws bars on the first rank only, without an end of line until they end', async () => {
    const bench = new Bench();
    bench.start();
    await bench.pass(120);
    const bar = bench.lines().at(-1) ?? '';
    expect(
      bar.startsWith('\rLoading safetensors checkpoint shards:   0% Completed | 0/64 [00:00<?, ?it/s]\r'),
    ).toBe(true);
    expect(bar.split('\r').length).toBeGreaterThan(10);
  });

  it('takes 420 s, give or take 5 %, and not the same each time', async () => {
    const times: number[] = [];
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const bench = new Bench({ seed });
      await bench.up();
      const [first = '', last = ''] = ['server_args=', READY].map(
        (text) => bench.lines().find((line) => line.includes(text)) ?? '',
      );
      const at = (line: string) => Date.parse(`${line.slice(1, 20).replace(' ', 'T')}Z`) / 1000;
      times.push(at(last) - at(first));
    }
    for (const time of times) {
      // the arguments come 6 to 11 s after the start of the process
      expect(time).toBeGreaterThan(420 * 0.95 - 12);
      expect(time).toBeLessThan(420 * 1.05 - 5);
    }
    expect(new Set(times.map(Math.round)).size).toBeGreaterThan(3);
  });

  it('refuses the port until everything is loaded, then answers and is not healthy until the warm-up ends', async () => {
    const bench = new Bench();
    bench.start();
    await bench.pass(300);
    expect((await bench.ask('GET', '/v1/models')).error).toBe('ECONNREFUSED');
    while (!bench.log.includes('Uvicorn running')) await bench.pass(1);
    const answers = ['/v1/models', '/model_info', '/server_info', '/health'].map((path) =>
      bench.open('GET', path),
    );
    await bench.pass(0.1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 503]);
    while (!bench.log.includes(READY)) await bench.pass(1);
    expect((await bench.ask('GET', '/health')).status).toBe(200);
    expect((await bench.ask('GET', '/health_generate')).status).toBe(200);
  });

  it('is a main process with eight schedulers and a detokenizer, each scheduler on its own device', async () => {
    const bench = new Bench();
    await bench.up();
    const ranks = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(bench.members().toSorted()).toEqual(
      [
        '/opt/sglang/bin/python',
        ...ranks.map((rank) => `sglang::scheduler_TP${rank}`),
        'sglang::detokenizer',
      ].toSorted(),
    );
    const holders = bench.scene.machine.devices
      .read()
      .map((device) => device.holders.map(({ command }) => command));
    expect(holders).toEqual(ranks.map((rank) => [`sglang::scheduler_TP${rank}`]));
  });

  it('takes its memory while it loads: most of it at the beginning of the weights, none of it at once', async () => {
    const bench = new Bench();
    bench.start();
    const used: number[] = [];
    for (let at = 0; at < 440; at += 20) {
      const [device] = bench.scene.machine.devices.read();
      used.push((device?.used_bytes ?? 0) / GiB);
      await bench.pass(20);
    }
    expect(used).toEqual(used.toSorted((a, b) => a - b));
    // 548e9 / 8 bytes are 63.8 GiB; nothing but the driver is there at first
    expect(used[0]).toBeLessThan(0.7);
    expect(used[3]).toBeGreaterThan(0.9 * 63.8);
    expect(used[10]).toBeLessThan(68);
    expect(new Set(used.slice(3, 14)).size).toBeGreaterThan(8);
  });
});
