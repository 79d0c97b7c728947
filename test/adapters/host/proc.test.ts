import { describe, expect, test } from 'vitest';
import {
  parseCommandLine,
  parseEnvironment,
  parseIo,
  parseMemory,
  parseStat,
  parseStatus,
  parseUsers,
  sharedMemoryName,
} from '../../../src/adapters/host/proc.ts';

/** /proc/PID/stat of a llama-server, with another name put in. */
function statOf(name: string, state = 'S', threads = 14): string {
  return (
    `4711 (${name}) ${state} 4700 4711 4650 34817 4711 4194304 81023 0 12 0 377 25 0 0 20 0 ${threads} 0 182734 ` +
    '1473921024 88211 18446744073709551615 94650 94651 140727 0 0 0 0 4096 17663 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n'
  );
}

const FIELDS = {
  pid: 4711,
  state: 'S',
  ppid: 4700,
  session: 4650,
  cpu_ticks: 402,
  threads: 14,
  start_ticks: 182734,
};

describe('parseStat', () => {
  test.each([
    'llama-server',
    'a b',
    ') (',
    ')) Z 1 1 1 (',
    'x) R 1 (y',
    'two\nlines)\n1 (a) Z 2',
    '',
    '((((',
    '\u{1f600}',
  ])('counts from the last parenthesis, whatever the process is called: %j', (name) => {
    expect(parseStat(statOf(name))).toEqual(FIELDS);
  });

  test('reads the state of a zombie whose threads live on', () => {
    expect(parseStat(statOf('server', 'Z', 3))).toMatchObject({ state: 'Z', threads: 3 });
  });

  test.each(['', 'x', '4711 (server', '4711 (server) ', '4711 (server) S x y z', '4711 (server) S 1 2 3'])(
    'what is cut off is not understood: %j',
    (text) => {
      expect(parseStat(text)).toBeNull();
    },
  );
});

describe('parseStatus', () => {
  const text =
    'Name:\tx\\nUid:\\t9\nUmask:\t0022\nState:\tS (sleeping)\nUid:\t1000\t1001\t1000\t1000\nVmRSS:\t    5120 kB\nThreads:\t1\n';

  test('gives the effective user and resident memory', () => {
    expect(parseStatus(text)).toEqual({ uid: 1001, rss_bytes: 5120 * 1024 });
  });

  test('a zombie or kernel thread has no memory', () => {
    expect(parseStatus(text.replace(/VmRSS.*\n/, ''))).toEqual({ uid: 1001, rss_bytes: 0 });
  });

  test('without a user it is not understood', () => {
    expect(parseStatus('Name:\tx\n')).toBeNull();
  });
});

describe('parseCommandLine', () => {
  test('keeps empty arguments, also the last one', () => {
    expect(parseCommandLine('server\0\0--x\0\0')).toEqual(['server', '', '--x', '']);
  });

  test('a process without one has none', () => {
    expect(parseCommandLine('')).toEqual([]);
  });

  test('a title that was written over it is one argument', () => {
    expect(parseCommandLine('nginx: master process')).toEqual(['nginx: master process']);
  });
});

describe('parseEnvironment', () => {
  test('takes any value, and the first of two', () => {
    expect(parseEnvironment('A=1\0B=x=y\nz\0A=2\0=odd\0noequals\0C=\0')).toEqual({
      A: '1',
      B: 'x=y\nz',
      C: '',
    });
  });

  test('a variable called __proto__ is a variable', () => {
    const env = parseEnvironment('__proto__=x\0');
    expect(Object.entries(env)).toEqual([['__proto__', 'x']]);
  });

  test('200 KB are read whole', () => {
    const env = parseEnvironment(
      Array.from({ length: 200 }, (_, i) => `V${i}=${'x'.repeat(1024)}`).join('\0'),
    );
    expect(Object.keys(env)).toHaveLength(200);
  });
});

test('parseIo takes what went to storage', () => {
  const text =
    'rchar: 9\nwchar: 8\nsyscr: 1\nsyscw: 2\nread_bytes: 4096\nwrite_bytes: 512\ncancelled_write_bytes: 3\n';
  expect(parseIo(text)).toEqual({ read_bytes: 4096, write_bytes: 512 });
  expect(parseIo('')).toBeNull();
});

test('parseMemory needs the kernel to say what is available', () => {
  const text = 'MemTotal:       49367308 kB\nMemFree:        40000000 kB\nMemAvailable:   45000000 kB\n';
  expect(parseMemory(text)).toEqual({ total_bytes: 49367308 * 1024, available_bytes: 45000000 * 1024 });
  expect(parseMemory(text.replace(/MemAvailable.*\n/, ''))).toBeNull();
});

test('sharedMemoryName takes names that still exist', () => {
  expect(sharedMemoryName('/dev/shm/psm_1f2e')).toBe('psm_1f2e');
  expect(sharedMemoryName('7f00-7f10 rw-s 00000000 00:19 5   /dev/shm/sem.a b')).toBe('sem.a b');
  expect(sharedMemoryName('/dev/shm/psm_1f2e (deleted)')).toBeNull();
  expect(sharedMemoryName('/home/dev/shm/x')).toBeNull();
  expect(sharedMemoryName('/dev/null')).toBeNull();
});

test('parseUsers takes the first name of a number', () => {
  expect(parseUsers('root:x:0:0:root:/root:/bin/sh\n\nbad\ntoor:x:0:0::/:/bin/sh\nm:x:1000:\n')).toEqual(
    new Map([
      [0, 'root'],
      [1000, 'm'],
    ]),
  );
});
