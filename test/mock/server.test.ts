import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { MockScript } from '../../src/mock/script.ts';
import { startMock } from '../../src/mock/server.ts';
import { ask } from '../load/ask.ts';

async function withMock<T>(
  script: MockScript,
  use: (url: string, log: () => ReturnType<Awaited<ReturnType<typeof startMock>>['log']>) => Promise<T>,
): Promise<T> {
  const mock = await startMock(script);
  try {
    return await use(mock.url, () => mock.log());
  } finally {
    await mock.close();
  }
}

/** From the arrival of the request to each event with output, as the server wrote it. */
const offsets = ({ arrived, sent }: { arrived: number; sent: readonly number[] }) =>
  sent.map((at) => at - arrived);

describe('what was sent is never earlier than its script, and is logged', () => {
  it('constant gaps', async () => {
    const log = await withMock({ scenarios: ['constant'] }, async (url, log) => {
      await ask(url, { tokens: 5 });
      return log();
    });
    const [request] = log.requests;
    expect(request).toMatchObject({ scenario: 'constant', how: 'keep', tokens: [1, 1, 1, 1, 1] });
    offsets(request ?? { arrived: 0, sent: [] }).forEach((at, i) =>
      expect(at).toBeGreaterThanOrEqual(20 + 5 * i),
    );
  });

  it('a stall before the fifth event', async () => {
    const log = await withMock({ scenarios: ['stall'] }, async (url, log) => {
      await ask(url, { tokens: 6 });
      return log();
    });
    const at = offsets(log.requests[0] ?? { arrived: 0, sent: [] });
    expect(at[4]).toBeGreaterThanOrEqual(5 + 4 * 2 + 60);
    expect(at[5]).toBeGreaterThanOrEqual(at[4] ?? Number.NaN);
  });

  it('two slots: the third request begins when the first has ended', async () => {
    // so slow that the second request arrives before the first has ended, however busy this machine is
    const slots = { name: 'slots', timing: { first_ms: 5, gap_ms: 30, slots: 2 } };
    const log = await withMock({ scenarios: [slots] }, async (url, log) => {
      await Promise.all([ask(url), ask(url), ask(url)]);
      return log();
    });
    const first_end = Math.min(...log.requests.map(({ ended }) => ended ?? Number.NaN));
    const begins = log.requests.map(({ sent }) => sent[0] ?? Number.NaN).sort((a, b) => a - b);
    expect(begins[2]).toBeGreaterThanOrEqual(first_end);
    expect(begins[1]).toBeLessThan(first_end);
  });

  it('times of the log and of the client lie on one clock: sent before received', async () => {
    await withMock({ scenarios: ['constant'] }, async (url, log) => {
      const trace = await ask(url, { tokens: 8 });
      const [request] = log().requests;
      expect(request?.arrived).toBeGreaterThanOrEqual(trace.sent_ms ?? Number.NaN);
      request?.sent.forEach((at, i) => expect(trace.token_events_ms[i]).toBeGreaterThanOrEqual(at));
    });
  });

  it('usage in an event of its own comes to whoever asks for it, and to nobody else', async () => {
    for (const scenario of ['whole', 'usage-twice', 'usage-on-finish'])
      await withMock({ scenarios: [scenario] }, async (url) => {
        const [asked, unasked] = [await ask(url), await ask(url, { usage: false })];
        expect([asked.outcome, unasked.outcome]).toEqual(['ok', 'ok']);
        expect([scenario, asked.usage_tokens, unasked.usage_tokens]).toEqual([
          ...[scenario, 8],
          scenario === 'usage-on-finish' ? 8 : null,
        ]);
      });
  });

  it('warm-up stands apart, and scenarios are taken in turn after it', async () => {
    const log = await withMock({ scenarios: ['constant', 'http-500'], warm_up: 1 }, async (url, log) => {
      for (let i = 0; i < 4; i++) await ask(url, { tokens: 1 });
      return log();
    });
    expect(log.requests.map(({ scenario, warm_up }) => [scenario, warm_up])).toEqual([
      ['whole', true],
      ['constant', false],
      ['http-500', false],
      ['constant', false],
    ]);
  });
});

describe("other paths and bytes of one's own", () => {
  it('replies of a path come in turn, and the last stays', async () => {
    const control = {
      '/health': [{ status: 503 }, { status: 200 }],
      '/metrics': [
        { status: 200, body: 'a 5\n' },
        { status: 200, body: 'a 1\n' },
      ],
    };
    await withMock({ scenarios: ['whole'], control }, async (url) => {
      const health = async () => (await fetch(`${url}/health`)).status;
      expect([await health(), await health(), await health()]).toEqual([503, 200, 200]);
      const metrics = async () => (await fetch(`${url}/metrics`)).text();
      expect([await metrics(), await metrics()]).toEqual(['a 5\n', 'a 1\n']);
      expect((await fetch(`${url}/nothing`)).status).toBe(404);
    });
  });

  it('steps are sent as they are', async () => {
    const steps = [
      { at_ms: 0, send: 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 99\r\n\r\n' },
      { at_ms: 1, base64: Buffer.from('data: {"choices":[{"text":"a"}]}\n\n').toString('base64'), tokens: 1 },
      { at_ms: 2, action: 'reset' as const },
    ];
    await withMock({ scenarios: [{ name: 'own', steps }] }, async (url, log) => {
      expect(await ask(url)).toMatchObject({ outcome: 'cut-off' });
      expect(log().requests[0]).toMatchObject({ tokens: [1], how: 'reset' });
    });
  });

  it('a client that waits for leave to send its body gets it', async () => {
    await withMock({ scenarios: ['whole'] }, async (url) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const said = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
      socket.write('POST /v1/completions HTTP/1.1\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n');
      expect(await said).toBe('HTTP/1.1 100 Continue\r\n\r\n');
      socket.destroy();
    });
  });

  it('a script with a word that is none is refused', async () => {
    await expect(startMock({ scenarios: ['no such'] })).rejects.toThrow('no scenario `no such`');
    await expect(startMock({ scenarios: [] })).rejects.toThrow();
  });
});
