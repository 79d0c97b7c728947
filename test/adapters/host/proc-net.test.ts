import { describe, expect, test } from 'vitest';
import { answersAt, canonicalAddress, parseListeners } from '../../../src/adapters/host/proc-net.ts';

/** Captured; port 1F90 is 8080. The third row is an old connection in TIME_WAIT, the fourth is open. */
const TCP = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 31337 1 0000000000000000 100 0 0 10 0
   1: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 31338 1 0000000000000000 100 0 0 10 0
   2: 0100007F:1F90 0100007F:8704 06 00000000:00000000 03:00000D8F 00000000     0        0 0 3 00000000b86a6e28
   3: 0100007F:1F90 0100007F:A2A2 01 00000000:00000000 00:00000000 00000000  1000        0 31400 1 0000000000000000 20 4 30 10 -1
   4: 0100007F:8704 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 31401 1 0000000000000000 20 4 30 10 -1
`;

const TCP6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41 1 0000000000000000 100 0 0 10 0
   1: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 42 1 0000000000000000 100 0 0 10 0
   2: 0000000000000000FFFF00000100007F:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 43 1 0000000000000000 100 0 0 10 0
   3: B80D0120000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 44 1 0000000000000000 100 0 0 10 0
`;

describe('parseListeners', () => {
  test('takes listening sockets of the port, and no connections', () => {
    expect(parseListeners(TCP, 8080)).toEqual([
      { address: '127.0.0.1', port: 8080, uid: 1000, inode: '31337' },
      { address: '0.0.0.0', port: 8080, uid: 0, inode: '31338' },
    ]);
    expect(parseListeners(TCP, 0x8704)).toEqual([]);
    expect(parseListeners('', 8080)).toEqual([]);
  });

  test('reads IPv6 addresses, and IPv4 ones in IPv6 form as IPv4', () => {
    expect(parseListeners(TCP6, 8080).map((s) => s.address)).toEqual([
      '::',
      '::1',
      '127.0.0.1',
      '2001:db8::1',
    ]);
  });
});

test('one spelling for each address', () => {
  expect(canonicalAddress('0:0:0:0:0:0:0:1')).toBe('::1');
  expect(canonicalAddress('[2001:DB8::1]')).toBe('2001:db8::1');
  expect(canonicalAddress('::ffff:10.1.2.3')).toBe('10.1.2.3');
  expect(canonicalAddress('fe80::1%eth0')).toBe('fe80::1');
  expect(canonicalAddress('10.1.2.3')).toBe('10.1.2.3');
  expect(canonicalAddress('localhost')).toBe('localhost');
});

test.each([
  ['127.0.0.1', '127.0.0.1', true],
  ['0.0.0.0', '127.0.0.1', true],
  ['::', '127.0.0.1', true],
  ['::', '::1', true],
  ['0.0.0.0', '::1', false],
  ['10.0.0.1', '127.0.0.1', false],
  ['::1', '127.0.0.1', false],
  ['10.0.0.1', '0.0.0.0', true],
])('a listener on %s answers a client that connects to %s: %s', (listener, client, answers) => {
  expect(answersAt(listener, client)).toBe(answers);
});
