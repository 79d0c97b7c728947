import { expect, test } from 'vitest';
import { pastLoads } from '../../../../src/adapters/supervisor/systemd/past-loads.ts';
import { FaultError, fault } from '../../../../src/core/fault.ts';

const T0 = 1_795_990_000;
const STARTED = '39f53479d3a045ac8e11786248231fbf';
const STARTING = '7d4958e842da4a758f6c1cdc7b36dcc5';

const entry = (seconds: number, fields: Record<string, unknown>): string =>
  `${JSON.stringify({ __CURSOR: `i=${seconds}`, __REALTIME_TIMESTAMP: String((T0 + seconds) * 1e6), ...fields })}\n`;
const start = (seconds: number, id: string, message_id = STARTED, field = 'INVOCATION_ID') =>
  entry(seconds, { MESSAGE: 'x', MESSAGE_ID: message_id, [field]: id });
const said = (seconds: number, text: string) =>
  entry(seconds, { MESSAGE: text, _CMDLINE: '/bin/serve -m q' });

/** A journal with these starts, and a log for each invocation. */
function journal(starts: string, logs: Readonly<Record<string, string | null | 'too long'>>) {
  const asked: string[] = [];
  const ask = async (words: readonly string[]): Promise<string | null> => {
    asked.push(words.join(' '));
    const id = /_SYSTEMD_INVOCATION_ID=(\S+)/.exec(words.join(' '))?.[1];
    if (id === undefined) return starts;
    const log = logs[id] ?? null;
    if (log === 'too long' && words.includes(`--until=@${T0 + 3600}`))
      throw new FaultError(fault('probe-failed', 'the output is larger than 8 MiB'));
    return log === 'too long' ? said(7, 'ready') : log;
  };
  const of = (scope: 'system' | 'user' = 'system') =>
    pastLoads({ unit: 'llm.service', scope, ask, isReady: ({ text }) => text === 'ready' });
  return { asked, of };
}

test('from the first line about a start to the own word of the engine, newest first', async () => {
  const { asked, of } = journal(
    start(0, 'a') + start(1000, 'b', STARTING) + start(1500, 'b') + start(3000, 'c'),
    {
      a: said(5, 'loading') + said(412, 'ready') + said(500, 'ready'),
      b: said(1419, 'ready'),
      c: said(3001, 'crash'),
    },
  );
  expect(await of()).toEqual([
    { load_s: 419, command: '/bin/serve -m q' },
    { load_s: 412, command: '/bin/serve -m q' },
  ]);
  expect(asked[0]).toMatch(/^UNIT=llm\.service MESSAGE_ID=\w+ MESSAGE_ID=\w+ --lines=40 /);
  expect(asked[1]).toContain(`--since=@${T0 + 3000} --until=@${T0 + 6600}`);
});

test('at most five generations are read, however many there were', async () => {
  const many = Array.from({ length: 20 }, (_, at) => at * 100);
  const { asked, of } = journal(
    many.map((at) => start(at, `i${at}`)).join(''),
    Object.fromEntries(many.map((at) => [`i${at}`, said(at + 7, 'ready')])),
  );
  expect((await of()).map(({ load_s }) => load_s)).toEqual([7, 7, 7, 7, 7]);
  expect(asked).toHaveLength(6);
});

test('a log that is too long is read in its beginning, and one that cannot be read is left out', async () => {
  const { asked, of } = journal(start(0, 'a') + start(50, 'b'), { a: 'too long', b: null });
  expect(await of()).toMatchObject([{ load_s: 7 }]);
  expect(asked.at(-1)).toContain(`--until=@${T0 + 900}`);
});

test("a user's manager names units and invocations by fields of their own", async () => {
  const { asked, of } = journal(start(0, 'a', STARTED, 'USER_INVOCATION_ID'), { a: said(9, 'ready') });
  expect(await of('user')).toMatchObject([{ load_s: 9 }]);
  expect(asked[0]).toMatch(/^USER_UNIT=llm\.service /);
});

test('a journal that cannot be read knows nothing', async () => {
  const of = { unit: 'llm.service', scope: 'system', ask: async () => null, isReady: () => true } as const;
  expect(await pastLoads(of)).toEqual([]);
});
