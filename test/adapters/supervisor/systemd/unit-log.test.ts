import { expect, test } from 'vitest';
import { readJournalLines, shownCursor } from '../../../../src/adapters/supervisor/systemd/journal.ts';
import { type LogOfGeneration, UnitLog } from '../../../../src/adapters/supervisor/systemd/unit-log.ts';
import { FaultError, fault } from '../../../../src/core/fault.ts';
import { END_OF_LOG } from '../../../../src/core/log-line.ts';
import { INVOCATION, JOURNAL } from './captured.ts';

const OURS = { _SYSTEMD_INVOCATION_ID: INVOCATION };
const entry = (at: number, message: string | null, more: Record<string, string> = OURS): string =>
  `${JSON.stringify({ __CURSOR: `s=1;i=${at}`, MESSAGE: message, PRIORITY: '6', ...more })}\n`;
const STARTED = entry(1, 'Started llm.service.', { INVOCATION_ID: INVOCATION });

/** Made 20 s after the boot, and another generation's 10 s before. */
const MAIN = { pid: 7, born_us: 20_000_000 };
const EARLIER = { pid: 6, born_us: 10_000_000 };

function logOf(
  ask: LogOfGeneration['ask'],
  file: string | null = null,
  kept = '',
  elsewhere: string | null = null,
) {
  const copies = { text: kept };
  const log = new UnitLog({
    invocation: INVOCATION,
    unit: 'llm.service',
    boot_id: 'b0-07',
    manager_field: 'INVOCATION_ID',
    main: () => MAIN,
    other_mains: () => [EARLIER],
    began: async () => 1000,
    elsewhere: async () => elsewhere,
    file,
    ask,
    copy: {
      size: async () => Buffer.byteLength(copies.text),
      append: async (_, text) => {
        copies.text += text;
      },
    },
  });
  return { log, copies };
}

test('entries, as a real journal gave them', () => {
  expect(readJournalLines(JOURNAL)).toEqual([
    expect.objectContaining({ message: 'Started llm.service - Fake.', of_manager: true, priority: 6 }),
    expect.objectContaining({ message: 'a\rb', of_manager: false }),
    expect.objectContaining({
      message: 'hello',
      cursor: 's=0aa3;i=29;b=e424;m=329476c2b;t=661718f652fdc;x=4237',
    }),
  ]);
  expect(readJournalLines(`${entry(1, null)}{"__CUR`)).toEqual([expect.objectContaining({ message: '' })]);
  expect(shownCursor('-- No entries --\n-- cursor: s=0aa;i=29\n')).toBe('s=0aa;i=29');
});

test('lines end at carriage returns too, offsets are bytes, and the journal is gone on with behind its cursor', async () => {
  const asked: (readonly string[])[] = [];
  const answers = [JOURNAL, entry(30, 'é'), ''];
  const { log, copies } = logOf(async (words) => {
    asked.push(words);
    return answers.shift() ?? '';
  }, '/copy');
  const first = await log.read(0);
  expect(first).toMatchObject({
    readable: true,
    cursor: 10,
    lines: [
      { text: 'a', line: 1, offset: 0 },
      { text: 'b', line: 2, offset: 2 },
      { text: 'hello', line: 3, offset: 4 },
    ],
  });
  expect((await log.read(first.cursor)).lines).toEqual([{ text: 'é', line: 4, offset: 10 }]);
  expect(asked[1]?.at(-1)).toBe('--after-cursor=s=0aa3;i=29;b=e424;m=329476c2b;t=661718f652fdc;x=4237');
  expect(copies.text).toBe('a\rb\nhello\né\n');
});

test("of the manager's own lines only errors belong to it", async () => {
  const failed = entry(2, 'Failed at step EXEC', { INVOCATION_ID: 'x', PRIORITY: '3' });
  const { log } = logOf(async () => STARTED + failed);
  expect((await log.read(0)).lines.map((line) => line.text)).toEqual(['Failed at step EXEC']);
});

test('a journal without even the line of the start cannot be read; one that has it is empty', async () => {
  expect(await logOf(async () => '').log.read(5)).toEqual({
    lines: [],
    cursor: 0,
    readable: false,
    file: null,
    why: expect.stringContaining('nothing of this start is in the journal'),
  });
  expect(await logOf(async () => null).log.read(5)).toMatchObject({ cursor: 5, readable: false });
  expect(await logOf(async () => STARTED).log.read(0)).toMatchObject({ lines: [], readable: true });
});

test('a copy that was begun before is gone on with and not begun again', async () => {
  const { log, copies } = logOf(async () => STARTED + entry(2, 'one') + entry(3, 'two'), '/copy', 'one\n');
  expect((await log.read(0)).lines.map((line) => line.text)).toEqual(['one', 'two']);
  expect(copies.text).toBe('one\ntwo\n');
});

test('what was given back is read again from the beginning where it is asked for', async () => {
  const { log, copies } = logOf(
    async (words) => (words.some((word) => word.startsWith('--after')) ? '' : STARTED + entry(2, 'one')),
    '/copy',
  );
  const { cursor } = await log.read(0);
  expect((await log.read(cursor)).lines).toEqual([]);
  expect((await log.read(0)).lines).toEqual([{ text: 'one', line: 1, offset: 0 }]);
  expect(copies.text).toBe('one\n');
});

test('of a log that is too long its load is read, and then what comes from now on', async () => {
  const asked: string[] = [];
  const { log } = logOf(async (words) => {
    const line = words
      .filter((word) => /^--(lines|show-cursor|since|until|after-cursor)/.test(word))
      .join(' ');
    asked.push(line);
    if (line === '--lines=0 --show-cursor') return '-- cursor: s=1;i=900\n';
    if (line === '--since=@1000 --until=@1900') return STARTED + entry(2, 'loaded');
    if (line === '--after-cursor=s=1;i=900') return entry(901, 'later');
    throw new FaultError(fault('probe-failed', 'the output is larger than 8 MiB'));
  });
  expect((await log.read(0)).lines.map((line) => line.text)).toEqual(['loaded']);
  expect((await log.read(7)).lines.map((line) => line.text)).toEqual(['later']);
  expect(asked).toEqual([
    '',
    '--lines=0 --show-cursor',
    '--since=@1000 --until=@4600',
    '--since=@1000 --until=@1900',
    '--after-cursor=s=1;i=900',
  ]);
});

test('words to which journald came too late are whose pid they bear, whatever generation it made of them', async () => {
  const by = (pid: number, us: number, more: Record<string, string> = {}) => ({
    __MONOTONIC_TIMESTAMP: String(us),
    _PID: String(pid),
    ...more,
  });
  const next = { _SYSTEMD_INVOCATION_ID: 'next', _SYSTEMD_UNIT: 'llm.service' };
  const asked: string[] = [];
  const answers = [
    [
      entry(2, 'of one that had the pid before', by(7, 19_999_999)),
      entry(3, 'of whenever', { _PID: '7' }),
      STARTED,
      entry(4, 'of the generation before, named as ours', by(6, 20_000_000, OURS)),
      entry(5, 'of nobody', by(7, 20_000_000)),
      entry(6, 'of the next generation', by(7, 20_000_001, next)),
      entry(7, 'of a worker', by(8, 20_000_002, OURS)),
      entry(
        8,
        'of another unit that has the pid now',
        by(7, 21e6, { ...next, _SYSTEMD_UNIT: 'other.service' }),
      ),
    ].join(''),
    '',
  ];
  const { log } = logOf(async (words) => {
    asked.push(words.join(' '));
    return answers.shift() ?? '';
  });
  const { lines, cursor } = await log.read(0);
  expect(lines.map(({ text }) => text)).toEqual(['of nobody', 'of the next generation', 'of a worker']);
  await log.read(cursor);
  expect(asked[0]).toContain('+ _PID=7 _BOOT_ID=b007 _TRANSPORT=stdout +');
  expect(asked[1], 'what is not ours is not read again').toContain('--after-cursor=s=1;i=8');
});

test('a copy that cannot be written ends no reading', async () => {
  const { log } = logOf(async () => STARTED + entry(2, 'one'), '/copy');
  const failing = new UnitLog({
    invocation: INVOCATION,
    unit: 'llm.service',
    boot_id: 'b0-07',
    manager_field: 'INVOCATION_ID',
    main: () => null,
    other_mains: () => [],
    began: async () => null,
    elsewhere: async () => null,
    file: '/copy',
    ask: async () => entry(2, 'one'),
    copy: { size: async () => 0, append: () => Promise.reject(new Error('ENOSPC')) },
  });
  expect((await log.read(0)).file).toBe('/copy');
  expect(await failing.read(0)).toMatchObject({ readable: true, file: null, lines: [{ text: 'one' }] });
});

test('too much since the last look is read in pieces, past hours of silence, and nothing is left out', async () => {
  const at = (second: number, n: number) => `s=1;i=${n};t=${(second * 1e6).toString(16)};x=1`;
  const lines = [
    { second: 1000, n: 1, text: 'one' },
    { second: 9000, n: 2, text: 'two' },
    { second: 9001, n: 3, text: 'three' },
    { second: 9003, n: 4, text: 'four' },
  ];
  let known = 1;
  const { log, copies } = logOf(async (words) => {
    const value = (name: string) => words.find((word) => word.startsWith(name))?.slice(name.length);
    const behind = Number(/i=(\d+)/.exec(value('--after-cursor=') ?? '')?.[1] ?? 0);
    const until = Number(value('--until=@') ?? Number.POSITIVE_INFINITY);
    const found = lines.slice(0, known).filter(({ n, second }) => n > behind && second <= until);
    if (found.length > 1) throw new FaultError(fault('probe-failed', 'the output is larger than 8 MiB'));
    return found
      .map(
        ({ second, n, text }) => `${JSON.stringify({ __CURSOR: at(second, n), MESSAGE: text, ...OURS })}\n`,
      )
      .join('');
  }, '/copy');
  const { cursor } = await log.read(0);
  known = lines.length;
  expect((await log.read(cursor)).lines.map((line) => line.text)).toEqual(['two', 'three', 'four']);
  expect(copies.text).toBe('one\ntwo\nthree\nfour\n');
});

test('a cursor behind the end gives no line, keeps all that there is, and reading goes on from where it was', async () => {
  const answers = [STARTED + entry(2, 'one'), entry(3, 'crash'), ''];
  const { log, copies } = logOf(async () => answers.shift() ?? '', '/copy');
  await log.read(0);
  expect(await log.read(END_OF_LOG)).toMatchObject({ lines: [], cursor: 10 });
  expect(copies.text).toBe('one\ncrash\n');
  expect((await log.read(10)).readable).toBe(true);
});

test('output that goes elsewhere than to the journal is said, and what is there is given', async () => {
  const { log } = logOf(async () => STARTED + entry(2, 'one'), null, '', 'StandardOutput=null');
  expect(await log.read(0)).toMatchObject({
    readable: false,
    why: 'not all of the log is in the journal: StandardOutput=null',
    lines: [{ text: 'one' }],
  });
});

test('lines that journald has left out are told, those of another unit or of an earlier life are not', async () => {
  const dropped = (at: number, text: string) =>
    entry(at, text, { MESSAGE_ID: 'a596d6fe7bfa4994828e72309e95d61e' });
  const { log } = logOf(async () =>
    [
      dropped(1, 'Suppressed 7 messages from llm.service'),
      STARTED,
      entry(3, 'hello'),
      dropped(4, 'Suppressed 1234 messages from llm.service'),
      dropped(5, 'Suppressed 9 messages from other.service'),
    ].join(''),
  );
  expect(await log.read(0)).toMatchObject({
    lines: [{ text: 'hello' }],
    readable: true,
    why: expect.stringContaining('left out 1234 lines'),
  });
});

test('a journal that has nothing of the start but what journald says is none', async () => {
  const { log } = logOf(async () =>
    entry(1, 'Suppressed 7 messages from llm.service', { MESSAGE_ID: 'a596d6fe7bfa4994828e72309e95d61e' }),
  );
  expect(await log.read(0)).toMatchObject({
    lines: [],
    readable: false,
    why: expect.stringMatching(/systemd-journal.*Storage=none/),
  });
});
