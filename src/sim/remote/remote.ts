import { isAbsolute } from 'node:path';
import { FaultError, fault } from '../../core/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';
import { Connection } from './connection.ts';
import { simFolder } from './folder.ts';
import { places } from './places.ts';
import { RemoteClock } from './remote-clock.ts';
import { remoteHost } from './remote-host.ts';
import type { SlowTime } from './slowed-connections.ts';

/** A simulated host that runs in another process, and its time. */
export interface Remote {
  readonly host: Host;
  readonly clock: RemoteClock;
  /** Where those who use this host keep their locks. */
  readonly lock_folder: string;
  slowTime(): SlowTime;
}

/** The folder named by `HOLDPOINT_HOST=sim:DIR`; null: the variable is not set. Fault: `usage`. */
export function simulationIn(environment: Readonly<Record<string, string | undefined>>): string | null {
  const text = environment['HOLDPOINT_HOST'] ?? '';
  if (text === '') return null;
  const dir = /^sim:(.+)$/s.exec(text)?.[1] ?? '';
  if (isAbsolute(dir)) return dir;
  const hint = 'it is sim: and an absolute path, as `holdpoint sim --dir DIR` prints it';
  throw new FaultError(fault('usage', `the variable HOLDPOINT_HOST is not understood: ${text}`, { hint }));
}

/** Nothing is asked yet. `real`: the clock that simulated time is reckoned from. */
export function openRemote(dir: string, real: Clock): Remote {
  const folder = simFolder(dir);
  const connection = new Connection(folder);
  const ignored = (): void => {};
  return {
    host: remoteHost(connection),
    clock: new RemoteClock(real, folder, connection),
    lock_folder: places(dir).locks,
    slowTime: () => ({
      begun: connection.call('slow', []).then(ignored, ignored),
      end: () => void connection.call('fast', []).catch(ignored),
    }),
  };
}
