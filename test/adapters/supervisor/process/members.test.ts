import { expect, test } from 'vitest';
import { Members } from '../../../../src/adapters/supervisor/process/members.ts';
import type { Generation, Member } from '../../../../src/core/generation.ts';
import type { ProcessRow } from '../../../../src/ports/host.ts';

const LEADER: Generation = { kind: 'process', id: 'our-id', pid: 100, start_ticks: 1000, boot_id: 'boot' };
const SELF = 50;

function row(pid: number, ppid: number, start_ticks: number, more: Partial<ProcessRow> = {}): ProcessRow {
  const argv = [`program-${pid}`];
  return {
    pid,
    ppid,
    start_ticks,
    state: 'S',
    session: 1,
    uid: 0,
    user: 'root',
    argv,
    rss_bytes: 1,
    cpu_ticks: 1,
    ...more,
  };
}

/** Environments by pid; counts how often each is read. */
function environments(carriers: Record<number, Record<string, string> | null>): {
  read: (pid: number) => Promise<Record<string, string> | null>;
  reads: number[];
} {
  const reads: number[] = [];
  return {
    reads,
    read: async (pid) => {
      reads.push(pid);
      return pid in carriers ? (carriers[pid] as Record<string, string> | null) : { PATH: '/bin' };
    },
  };
}

const pidsOf = (rows: readonly ProcessRow[]): number[] => rows.map((r) => r.pid);

test('descendants are members, and stay so when their parent is gone', async () => {
  const members = new Members(LEADER, []);
  const { read } = environments({});
  const family = [row(100, 50, 1000), row(101, 100, 1001), row(102, 101, 1002), row(7, 1, 5)];
  expect(pidsOf(await members.update(family, SELF, read))).toEqual([100, 101, 102]);
  expect(pidsOf(await members.update([row(102, 1, 1002, { session: 102 })], SELF, read))).toEqual([102]);
});

test('a core that wrote its title over its environment stays a member after its API server was killed', async () => {
  const members = new Members(LEADER, []);
  const carried = { HOLDPOINT_GENERATION: 'our-id' };
  const before = environments({ 100: carried, 101: carried });
  await members.update([row(100, 50, 1000), row(101, 100, 1001)], SELF, before.read);
  const titled = environments({ 101: { MODE: 'vllm' } });
  const core = row(101, 1, 1001, { argv: ['VLLM::EngineCore'] });
  expect(pidsOf(await members.update([core], SELF, titled.read))).toEqual([101]);
});

test('a pid that was used again is no member', async () => {
  const members = new Members(LEADER, []);
  const { read } = environments({});
  await members.update([row(100, 50, 1000), row(101, 100, 1001)], SELF, read);
  expect(await members.update([row(100, 1, 2000), row(101, 1, 2001)], SELF, read)).toEqual([]);
});

test('a child that is older than its parent only has a parent whose pid was used again', async () => {
  const members = new Members(LEADER, []);
  const rows = [row(100, 50, 1000), row(90, 100, 900)];
  expect(pidsOf(await members.update(rows, SELF, environments({}).read))).toEqual([100]);
});

test('carriers of the id are members without any other tie, and so are their children', async () => {
  const { read } = environments({
    300: { HOLDPOINT_GENERATION: 'our-id' },
    400: { HOLDPOINT_GENERATION: 'other' },
  });
  const rows = [row(300, 1, 3000), row(301, 300, 3001), row(400, 1, 3000)];
  expect(pidsOf(await new Members(LEADER, []).update(rows, SELF, read))).toEqual([300, 301]);
});

test('a zombie is gone', async () => {
  const rows = [row(100, 50, 1000, { state: 'Z' }), row(101, 1, 1001, { state: 'X' })];
  const earlier: Member[] = [
    { pid: 101, start_ticks: 1001, ppid: 100, state: 'S', user: 'root', command: 'x' },
  ];
  expect(await new Members(LEADER, earlier).update(rows, SELF, environments({}).read)).toEqual([]);
});

test('Holdpoint and what it runs under are no members, whatever they carry', async () => {
  const carried = { HOLDPOINT_GENERATION: 'our-id' };
  const { read } = environments({ 50: carried, 40: carried });
  const rows = [row(40, 1, 2000), row(50, 40, 2001), row(100, 50, 1000)];
  expect(pidsOf(await new Members(LEADER, []).update(rows, SELF, read))).toEqual([100]);
});

test('the environment of a stranger is read once, and again after an exec', async () => {
  const members = new Members(LEADER, []);
  const { read, reads } = environments({ 201: {}, 202: null });
  const rows = [row(100, 50, 1000), row(30, 1, 3), row(200, 1, 2000), row(201, 1, 2000), row(202, 1, 2000)];
  await members.update(rows, SELF, read);
  // Neither the leader nor one older than it, which cannot carry the id.
  expect(reads.splice(0)).toEqual([200, 201, 202]);
  await members.update(rows, SELF, read);
  // An empty environment may be one in the middle of an exec.
  expect(reads.splice(0)).toEqual([201]);
  await members.update([row(200, 1, 2000, { argv: ['another program'] })], SELF, read);
  expect(reads).toEqual([200]);
});

test('a server that was not started here has no id, so nothing carries it', async () => {
  const members = new Members({ ...LEADER, id: '' }, []);
  const { read, reads } = environments({ 300: { HOLDPOINT_GENERATION: '' } });
  expect(pidsOf(await members.update([row(100, 50, 1000), row(300, 1, 3000)], SELF, read))).toEqual([100]);
  expect(reads).toEqual([]);
});
