import { expect, test } from 'vitest';
import { parseConnections } from '../../../src/adapters/host/proc-net.ts';
import { connectionKey, parseActivity } from '../../../src/adapters/host/socket-activity.ts';

/** Captured (iproute2 6.1), cut: a request that is not answered yet; a stream; one kept open; one of IPv6. */
const SS = `0      0      127.0.0.1:8080 127.0.0.1:41914
\t bbr wscale:10,10 rto:200 rtt:0.015/0.007 ato:40 mss:32768 bytes_received:9 segs_out:1 lastsnd:1208 lastrcv:1208 lastack:1208
0      0      127.0.0.1:8080 127.0.0.1:41916
\t cubic wscale:7,7 rto:204 rtt:1/0.5 ato:40 mss:32768 bytes_sent:5120 bytes_acked:5120 bytes_received:130 lastrcv:9000
0      0      127.0.0.1:8080 10.1.2.3:50100
\t cubic wscale:7,7 rto:204 rtt:1/0.5 mss:1448 bytes_sent:512 bytes_acked:512 bytes_received:130 lastsnd:60000 lastrcv:60004 lastack:60000
0      12     [::ffff:127.0.0.1]:8080 [::ffff:127.0.0.1]:41920
\t cubic rto:204 bytes_sent:5 bytes_received:300 lastsnd:4000 lastrcv:16 lastack:16
0      0      127.0.0.1:8080 127.0.0.1:41999
`;

const key = (address: string, port: number): string =>
  connectionKey({ address: '127.0.0.1', port: 8080 }, { address, port });

test('when data last went, and whether an answer is owed', () => {
  const found = parseActivity(SS);
  expect(Object.fromEntries(found)).toEqual({
    [key('127.0.0.1', 41_914)]: { idle_ms: 1208, unanswered: true },
    [key('127.0.0.1', 41_916)]: { idle_ms: 0, unanswered: false },
    [key('10.1.2.3', 50_100)]: { idle_ms: 60_000, unanswered: false },
    [key('127.0.0.1', 41_920)]: { idle_ms: 16, unanswered: true },
  });
});

test('an older one that puts the details on the same line, and no output at all', () => {
  expect(parseActivity(SS.replaceAll('\n\t', ' ')).size).toBe(4);
  expect(parseActivity('').size).toBe(0);
  expect(parseActivity('Error: argument "established" is wrong\n').size).toBe(0);
});

/** Captured: a listener, both ends of a connection within this machine, one in TIME_WAIT, and one with bytes that wait. */
const TCP = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   1: 0100007F:47DF 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1920096 1 00000000a5deafe1 100 0 0 10 0
   2: 0100007F:47DF 0100007F:A3BA 01 00000000:00000010 00:00000000 00000000  1000        0 1920110 1 00000000c79c0a67 20 4 30 10 -1
   3: 0100007F:A3BA 0100007F:47DF 01 00000002:00000000 00:00000000 00000000  1001        0 1920109 1 00000000111c4054 20 0 0 11 -1
   4: 0100007F:47DF 0100007F:A3BC 06 00000000:00000000 03:00000D8F 00000000     0        0 0 3 00000000b86a6e28
   5: 0100007F:1F90 0100007F:A3BE 01 00000000:00000000 00:00000000 00000000  1000        0 1920120 1 00000000c79c0a68 20 4 30 10 -1
`;

test('both ends of an established connection, with what waits', () => {
  const [server, client, ...others] = parseConnections(TCP, 0x47df);
  const ends = [
    { address: '127.0.0.1', port: 0x47df },
    { address: '127.0.0.1', port: 0xa3ba },
  ];
  expect(others).toEqual([]);
  expect(server).toEqual({ local: ends[0], remote: ends[1], queued_bytes: 16, uid: 1000, inode: '1920110' });
  expect(client).toEqual({ local: ends[1], remote: ends[0], queued_bytes: 2, uid: 1001, inode: '1920109' });
});
