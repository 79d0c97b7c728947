import { describe, expect, test } from 'vitest';
import { ENABLED, type World, world } from './fixture.ts';

const SECOND_UNIT = '/etc/systemd/system/other.service';

/** llm.service says what the test wants; other.service has run before and after it. */
async function spoken(text: string): Promise<World> {
  const built = world();
  built.machine.files.write(SECOND_UNIT, '[Service]\nExecStart=/usr/bin/true --say "before\\n" --exit 0\n');
  await built.systemctl('start', 'other');
  await built.advance(1000);
  await built.unit(
    `[Service]\nExecStart=/opt/server --exit 0 --after 60000 --say ${JSON.stringify(text)}\n${ENABLED}`,
  );
  await built.systemctl('start', 'llm');
  await built.advance(1000);
  return built;
}

const json = ({ stdout }: { readonly stdout: string }) =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Record<string, unknown> => JSON.parse(line));
const cursorOf = ({ stdout }: { readonly stdout: string }) => /^-- cursor: (.*)$/m.exec(stdout)?.[1] ?? '';

describe('lines of a service', () => {
  test('end with a newline only, without white space at the end, with their priority', async () => {
    const { journalctl, advance } = await spoken('\rx 10%\rx 20%\r\n\n  lead \t\n<4>warn\n<9>bad\nrest');
    const read = async () => (await journalctl('-u', 'llm', '-o', 'cat')).stdout;
    expect(await read()).toBe('Started llm.service.\n\rx 10%\rx 20%\n  lead\nwarn\n<9>bad\n');
    await advance(60_000);
    expect(await read()).toContain('<9>bad\nrest\nllm.service: Deactivated successfully.\n');
    const last = json(await journalctl('-u', 'llm', '-o', 'json')).find(({ MESSAGE }) => MESSAGE === 'rest');
    expect(last).toMatchObject({ _LINE_BREAK: 'eof' });
  });

  test('json: not printable as bytes, longer than 4096 with its name as null unless --all', async () => {
    const { journalctl } = await spoken(
      `\\rx 1\n${'a'.repeat(4087)}\n${'b'.repeat(4088)}\nt\t€\n`.replace('\\r', '\r'),
    );
    const messages = async (...more: string[]) =>
      json(await journalctl('-u', 'llm', '-o', 'json', ...more)).map(({ MESSAGE }) => MESSAGE);
    const bytes = [13, 120, 32, 49];
    expect((await messages()).slice(1)).toEqual([bytes, 'a'.repeat(4087), null, 't\t€']);
    expect((await messages('--all')).slice(1)).toEqual([bytes, 'a'.repeat(4087), 'b'.repeat(4088), 't\t€']);
  });

  test('are broken at 48 KiB', async () => {
    const { journalctl } = await spoken(`${'e'.repeat(50_000)}\n`);
    const parts = json(await journalctl('-u', 'llm', '-o', 'json', '-a')).slice(1);
    expect(parts.map(({ MESSAGE, _LINE_BREAK }) => [String(MESSAGE).length, _LINE_BREAK])).toEqual([
      [49_152, 'line-max'],
      [848, undefined],
    ]);
  });

  test('carry who wrote them', async () => {
    const { journalctl, manager, started, show } = await spoken('hello\n');
    const { InvocationID } = await show('InvocationID');
    const pid = String(started.at(-1)?.pid);
    const [manager_line, own] = json(
      await journalctl(
        `_SYSTEMD_INVOCATION_ID=${InvocationID}`,
        '+',
        `INVOCATION_ID=${InvocationID}`,
        '-o',
        'json',
      ),
    );
    expect(own).toMatchObject({
      MESSAGE: 'hello',
      _PID: pid,
      _SYSTEMD_UNIT: 'llm.service',
      _SYSTEMD_INVOCATION_ID: InvocationID,
      SYSLOG_IDENTIFIER: 'server',
      PRIORITY: '6',
      _TRANSPORT: 'stdout',
      _BOOT_ID: manager.journal.boot_id,
      __REALTIME_TIMESTAMP: '1893456001000000',
    });
    expect(manager_line).toMatchObject({
      MESSAGE: 'Started llm.service.',
      UNIT: 'llm.service',
      INVOCATION_ID: InvocationID,
      JOB_TYPE: 'start',
      JOB_RESULT: 'done',
      _PID: '1',
      SYSLOG_IDENTIFIER: 'systemd',
    });
  });
});

test('formats', async () => {
  const { journalctl, started } = await spoken('\u001b[31m9\n\t7\n');
  const pid = started.at(-1)?.pid;
  const read = async (...argv: string[]) =>
    (await journalctl('-u', 'llm', '-n', '2', ...argv)).stdout.split('\n');
  const line = (time: string, host = 'gpu01 ') => [
    `${time} ${host}server[${pid}]: [6B blob data]`,
    `${time} ${host}server[${pid}]:         7`,
    '',
  ];
  expect(await read()).toEqual(line('Jan 01 00:00:01'));
  expect(await read('--no-hostname')).toEqual(line('Jan 01 00:00:01', ''));
  expect(await read('-o', 'short-iso')).toEqual(line('2030-01-01T00:00:01+0000'));
  expect(await read('-o', 'short-unix')).toEqual(line('1893456001.000000'));
  expect(await read('-o', 'short-precise')).toEqual(line('Jan 01 00:00:01.000000'));
  expect(await read('-o', 'short-full')).toEqual(line('Tue 2030-01-01 00:00:01 UTC'));
  expect(await journalctl('-o', 'foo')).toEqual({
    code: 1,
    stdout: '',
    stderr: "Unknown output format 'foo'.\n",
  });
});

describe('filters', () => {
  const read = async (built: World, ...argv: string[]) => {
    const { stdout } = await built.journalctl('-o', 'cat', ...argv);
    return stdout.split('\n').filter((line) => line !== '');
  };

  test('fields are joined by and, values of one field by or, + separates groups', async () => {
    const built = await spoken('1\n2\n');
    expect(await read(built, 'MESSAGE=1', 'MESSAGE=2', 'MESSAGE=before')).toEqual(['before', '1', '2']);
    expect(await read(built, '_SYSTEMD_UNIT=llm.service', 'MESSAGE=1', 'MESSAGE=before')).toEqual(['1']);
    expect(await read(built, '_SYSTEMD_UNIT=other.service', '+', 'MESSAGE=2')).toEqual(['before', '2']);
    expect(await read(built, '-u', 'llm', 'MESSAGE=2')).toEqual(['2']);
    expect(await read(built, '-u', 'other', '-u', 'llm', '-n', '2')).toEqual(['1', '2']);
    expect(await read(built, '-t', 'systemd', '-u', 'llm')).toEqual(['Started llm.service.']);
    expect(await built.journalctl('foo')).toMatchObject({
      code: 1,
      stderr: "Failed to add match 'foo': Invalid argument\n",
    });
    expect(await built.journalctl('MESSAGE=1', '+')).toMatchObject({
      code: 1,
      stderr: '"+" can only be used between terms\n',
    });
  });

  test('no match is no error', async () => {
    const built = await spoken('1\n');
    expect(await built.journalctl('-u', 'nosuch')).toEqual({
      code: 0,
      stdout: '-- No entries --\n',
      stderr: '',
    });
    for (const quiet of [['-o', 'json'], ['-o', 'cat'], ['-q'], ['--user', '-q']])
      expect(await built.journalctl('-u', 'nosuch', ...quiet)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('times, priorities, order', async () => {
    const built = await spoken('1\n<3>2\n');
    expect(await read(built, '--since', '@1893456001')).toEqual([
      'Reloading.',
      'Started llm.service.',
      '1',
      '2',
    ]);
    expect(await read(built, '--since', '2030-01-01 00:00:01', '-u', 'llm', '-n', '1')).toEqual([
      'Started llm.service.',
    ]);
    expect(await read(built, '--since', '-1500ms', '-u', 'llm')).toHaveLength(3);
    expect(await read(built, '-u', 'other', '--until', '2030-01-01 00:00:00')).toContain('before');
    expect(await read(built, '-u', 'llm', '-p', 'err')).toEqual(['2']);
    expect(await read(built, '-u', 'llm', '-n', '2', '-r')).toEqual(['2', '1']);
    expect(await built.journalctl('--since', 'foo')).toMatchObject({
      code: 1,
      stderr: 'Failed to parse timestamp: foo\n',
    });
  });

  test('-b is the present boot; the journal outlives a reboot', async () => {
    const built = await spoken('1\n');
    built.machine.time.enter(() => built.machine.kernel.reboot());
    await built.advance(30_000);
    expect(await read(built, '-u', 'llm', 'MESSAGE=1')).toEqual(['1', '1']);
    expect(await read(built, '-u', 'llm', '-b', 'MESSAGE=1')).toEqual(['1']);
  });
});

describe('cursors', () => {
  test('reading goes on exactly where it stopped, also between lines of one moment', async () => {
    const built = await spoken('1\n2\n3\n4\n');
    const seen: string[] = [];
    let cursor = cursorOf(await built.journalctl('-u', 'llm', '-n', '0', '--show-cursor'));
    const whole = await built.journalctl('-u', 'llm', '-o', 'json');
    cursor = String(json(whole)[0]?.['__CURSOR']);
    for (let round = 0; round < 4; round += 1) {
      const answer = await built.journalctl(
        '-u',
        'llm',
        '-o',
        'json',
        `--after-cursor=${cursor}`,
        '-n',
        '1',
        '--show-cursor',
      );
      seen.push(...json(answer).map(({ MESSAGE }) => String(MESSAGE)));
      cursor = cursorOf(answer);
    }
    expect(seen).toEqual(['1', '2', '3', '4']);
    const end = await built.journalctl('-u', 'llm', '-o', 'json', '--after-cursor', cursor, '--show-cursor');
    expect(end).toEqual({ code: 0, stdout: `-- cursor: ${cursor}\n`, stderr: '' });
  });

  test('a place in another unit counts; where nothing matches there is no cursor, and the exit code is 1', async () => {
    const built = await spoken('1\n');
    const before = String(
      json(await built.journalctl('-u', 'other', '-n', '1', '-o', 'json'))[0]?.['__CURSOR'],
    );
    expect((await built.journalctl('-u', 'llm', '-o', 'cat', `--after-cursor=${before}`)).stdout).toBe(
      'Started llm.service.\n1\n',
    );
    const after = String(json(await built.journalctl('-u', 'llm', '-n', '1', '-o', 'json'))[0]?.['__CURSOR']);
    expect(
      await built.journalctl('-u', 'other', '-o', 'cat', `--after-cursor=${after}`, '--show-cursor'),
    ).toEqual({
      code: 1,
      stdout: '',
      stderr: '',
    });
    expect(await built.journalctl('--after-cursor=garbage')).toMatchObject({
      code: 1,
      stderr: 'Failed to seek to cursor: Invalid argument\n',
    });
  });

  test('near the end of a long journal only the end is looked at', async () => {
    const built = await spoken('1\n');
    const { journal } = built.manager;
    for (let line = 0; line < 5000; line += 1)
      journal.append({ MESSAGE: `${line}`, _SYSTEMD_UNIT: 'llm.service' });
    const cursor = journal.at(journal.length - 1)?.cursor ?? '';
    const asked = new Set<number>();
    const at = journal.at.bind(journal);
    journal.at = (sequence) => {
      asked.add(sequence);
      return at(sequence);
    };
    expect((await built.journalctl('-u', 'llm', '-o', 'cat', `--after-cursor=${cursor}`)).stdout).toBe(
      '4999\n',
    );
    expect((await built.journalctl('-o', 'cat', `--after-cursor=${cursor}`)).stdout).toBe('4999\n');
    expect(asked.size).toBeLessThan(5);
  });
});
