import { type Check, failed, ok, type Patient, unknown } from './check.ts';

const NAME = 'rights';

/** May we see and signal the running server? Each right is named with what it is worth. */
export async function rights({ ports, present }: Patient): Promise<Check> {
  const { host } = ports;
  const self = await host.identity();
  const rows = await host.processes();
  if (rows.length === 0)
    return failed(
      NAME,
      '/proc shows no process at all',
      'run where /proc is mounted: without it no server can be followed',
    );
  const { generation } = present;
  if (generation === null)
    return ok(NAME, `/proc is readable (${rows.length} processes); nothing of the service runs`);
  const leader = await host.process(generation.pid);
  if (leader === null) return unknown(NAME, `pid ${generation.pid} is gone meanwhile`);
  if (self.uid !== 0 && leader.uid !== self.uid) {
    return failed(
      NAME,
      `pid ${leader.pid} belongs to user ${leader.user}: it can be seen, but not signalled`,
      `run as ${leader.user}: that is the right to signal its processes and to read their environment, no more`,
    );
  }
  if ((await host.environment(leader.pid)) === null) {
    return failed(
      NAME,
      `the environment of pid ${leader.pid} is not readable`,
      'run as its user, inside the same container: a restore needs the whole environment',
    );
  }
  return ok(NAME, `pid ${leader.pid} and its ${present.members.length} members can be seen and signalled`);
}
