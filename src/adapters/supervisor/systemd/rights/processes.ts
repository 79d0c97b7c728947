import { FaultError } from '../../../../core/fault.ts';
import type { Host, ProcessRow } from '../../../../ports/host.ts';
import type { Right } from '../../../../ports/supervisor.ts';

/** What the kernel shows of the unit's main process to this user. */
export async function processRights(
  host: Host,
  main: ProcessRow | null,
  user: string,
): Promise<readonly Right[]> {
  if (main === null) {
    const text = 'nothing of the unit runs, so it cannot be tried';
    return [
      { name: 'socket owner', state: 'unknown', text, remedy: null },
      { name: 'environment', state: 'unknown', text, remedy: null },
    ];
  }
  const who = `pid ${main.pid} (user ${main.user})`;
  const sockets = await mayList(host, `/proc/${main.pid}/fd`);
  const environment = await host.environment(main.pid);
  return [
    sockets
      ? { name: 'socket owner', state: 'held', text: `the sockets of ${who} are readable`, remedy: null }
      : {
          name: 'socket owner',
          state: 'missing',
          text: `the sockets of ${who} are not readable: whether it is the one that listens could not be shown`,
          remedy: `let the unit run as ${user} (User=${user}), or run Holdpoint as ${main.user}: that is the right to see and signal that user's processes`,
        },
    environment !== null
      ? { name: 'environment', state: 'held', text: `the environment of ${who} is readable`, remedy: null }
      : {
          name: 'environment',
          state: 'weaker',
          text: `the environment of ${who} is not readable: what its unit sets is taken for it, and whether it is ours is told by its command alone`,
          remedy: `run Holdpoint as ${main.user} to see it`,
        },
  ];
}

async function mayList(host: Host, folder: string): Promise<boolean> {
  try {
    return (await host.list(folder)) !== null;
  } catch (error) {
    if (!(error instanceof FaultError) || error.fault.name !== 'permission') throw error;
    return false;
  }
}
