import { describe, expect, it } from 'vitest';
import { openConnections } from '../../src/load/http1/connections.ts';
import { MATRIX } from '../../src/mock/matrix.ts';
import { startMock } from '../../src/mock/server.ts';
import type { LoadDialect } from '../../src/ports/load.ts';
import { ask } from './ask.ts';

/** Outcomes of what is no good answer; each other scenario is one. */
const FAULTS: Readonly<Record<string, string>> = {
  // nothing in the bytes is an event
  gzip: 'bad-encoding',
  brotli: 'bad-encoding',
  'finish-null': 'not-finished',
  'length-without-tokens': 'no-tokens',
  'not-a-number': 'bad-event',
  'event-after-done': 'bad-event',
  'tokens-after-finish': 'bad-event',
  'no-done': 'not-finished',
  'http-429-date': 'http-429',
  'json-error-with-200': 'not-a-stream',
  'page-with-200': 'not-a-stream',
  'nothing-with-200': 'not-finished',
  'error-first': 'error-in-stream',
  'error-in-the-middle': 'error-in-stream',
  'error-after-finish': 'error-in-stream',
  'reset-before-headers': 'reset',
  'reset-in-headers': 'reset',
  'reset-in-the-middle': 'cut-off',
  'reset-before-the-end-of-the-body': 'cut-off',
  'reset-after-done': 'cut-off',
  'reset-in-close-delimited': 'cut-off',
  'reset-after-done-in-close-delimited': 'cut-off',
  'close-before-headers': 'reset',
  'close-in-headers': 'reset',
  'close-in-the-middle': 'cut-off',
  'close-after-done': 'cut-off',
  'half-close': 'cut-off',
  'truncated-in-order': 'not-finished',
  'truncated-by-close': 'not-finished',
  'hang-before-headers': 'timeout',
  'hang-before-the-first-event': 'timeout',
  'hang-in-the-middle': 'timeout',
};

const CHAT = [
  'role-first',
  'empty-delta',
  'null-content',
  'empty-content',
  'reasoning-content',
  'reasoning',
  'tool-calls',
  'refusal',
];

const outcomeOf = (name: string) => FAULTS[name] ?? /^http-\d+$/.exec(name)?.[0] ?? 'ok';

async function played(name: string, dialect: LoadDialect) {
  const mock = await startMock({ scenarios: [name] });
  try {
    const hangs = outcomeOf(name) === 'timeout';
    const trace = await ask(mock.url, { dialect, timeout_ms: hangs ? 300 : 5_000 });
    return { trace, log: mock.log() };
  } finally {
    await mock.close();
  }
}

describe('no injected fault is a success, and no good answer a fault', () => {
  it('has a class for each fault that has a name, and names none that is not there', () => {
    expect(Object.keys(FAULTS).filter((name) => !MATRIX.some((scenario) => scenario.name === name))).toEqual(
      [],
    );
    expect(new Set(MATRIX.map(({ name }) => name)).size).toBe(MATRIX.length);
  });

  it.each(MATRIX.map(({ name }) => name))('%s', async (name) => {
    const { trace, log } = await played(name, CHAT.includes(name) ? 'chat' : 'completions');
    expect({ name, outcome: trace.outcome, message: trace.message }).toMatchObject({
      outcome: outcomeOf(name),
    });
    if (trace.outcome === 'ok') {
      const [logged] = log.requests;
      expect(logged?.tokens.reduce((sum, tokens) => sum + tokens, 0)).toBe(
        trace.usage_tokens ?? trace.token_events_ms.length,
      );
    }
  });
});

describe('every dialect says the same', () => {
  const DIALECTS: readonly LoadDialect[] = ['completions', 'chat', 'sglang-generate', 'llama-completion'];
  const NAMES = [
    'whole',
    'four-tokens-an-event',
    'cut-at-seven',
    'mixed-line-ends',
    'error-in-the-middle',
    'truncated-in-order',
  ];
  it.each(DIALECTS.flatMap((dialect) => NAMES.map((name) => [dialect, name] as const)))(
    '%s: %s',
    async (dialect, name) => {
      const { trace } = await played(name, dialect);
      expect(trace).toMatchObject({ outcome: outcomeOf(name) });
      if (trace.outcome === 'ok') expect(trace.usage_tokens).toBe(8);
    },
  );
});

describe('the connection itself', () => {
  it('is refused while the server does not listen, and answered when it does', async () => {
    const mock = await startMock({ scenarios: ['whole'], listen_after_ms: 300 });
    try {
      expect(await ask(mock.url)).toMatchObject({ outcome: 'refused' });
      await expect.poll(async () => (await ask(mock.url)).outcome).toBe('ok');
    } finally {
      await mock.close();
    }
  });

  it('is taken by a server that never says a word', async () => {
    const mock = await startMock({ scenarios: ['whole'], silent: true });
    try {
      expect(await ask(mock.url, { timeout_ms: 100 })).toMatchObject({ outcome: 'timeout' });
    } finally {
      await mock.close();
    }
  });

  it('speaks no TLS', async () => {
    const mock = await startMock({ scenarios: ['whole'] });
    try {
      expect((await ask(mock.url.replace('http:', 'https:'), { timeout_ms: 300 })).outcome).not.toBe('ok');
      expect(mock.log().requests).toHaveLength(0);
    } finally {
      await mock.close();
    }
  });

  it('goes to a name that is none', async () => {
    expect(await ask('http://no-such-host.invalid')).toMatchObject({ outcome: 'network' });
  });

  it('is reset when it is used again: sent once more on a fresh one, and said so', async () => {
    const mock = await startMock({ scenarios: ['idle-close'] });
    const connections = openConnections('http:');
    try {
      expect(await ask(mock.url, { connections })).toMatchObject({ outcome: 'ok', resent: false });
      expect(await ask(mock.url, { connections })).toMatchObject({ outcome: 'ok', resent: true });
    } finally {
      connections.destroy();
      await mock.close();
    }
  });
});
