import { accessSync, constants } from 'node:fs';
import { FaultError } from '../../core/fault.ts';
import { canonicalAddress } from './proc-net.ts';
import { runTool } from './run.ts';

/** When data last went over a connection; by what it is named, see `connectionKey`. */
export interface Activity {
  readonly idle_ms: number;
  readonly unanswered: boolean;
}

const PLACES = ['/usr/bin/ss', '/usr/sbin/ss', '/bin/ss', '/sbin/ss'];
const SS_MS = 2_000;

/**
 * What the kernel knows of each connection to the port beyond its table of sockets: only `ss` (iproute2) asks for it.
 * Empty where there is no `ss`, or it fails: then nothing is known.
 */
export async function readActivity(port: number): Promise<ReadonlyMap<string, Activity>> {
  const tool = PLACES.find(isExecutable);
  if (tool === undefined) return new Map();
  const words = ['-Htni', 'state', 'established', `( sport = :${port} )`];
  try {
    const { code, stdout, timed_out } = await runTool([tool, ...words], { timeout_ms: SS_MS });
    return code === 0 && !timed_out ? parseActivity(stdout) : new Map();
  } catch (error) {
    if (error instanceof FaultError) return new Map();
    throw error;
  }
}

/**
 * Output of `ss -Htni state established`. A time of 0 ms is left out of it, and so is a count of 0 bytes. Where nothing
 * was ever sent, the time since then is that of the connection.
 */
export function parseActivity(text: string): ReadonlyMap<string, Activity> {
  const found = new Map<string, Activity>();
  // the details stand on a line of their own, which begins with a blank
  for (const line of text.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const [, , local = '', remote = '', ...details] = line.trim().split(/\s+/);
    const of = (name: string): number =>
      Number(details.find((word) => word.startsWith(`${name}:`))?.slice(name.length + 1) ?? 0);
    // without it the kernel has told nothing of this connection
    if (!details.some((word) => word.startsWith('rto:'))) continue;
    const [sent_ms, received_ms] = [of('lastsnd'), of('lastrcv')];
    const answered = of('bytes_sent') > 0 && sent_ms <= received_ms;
    found.set(connectionKey(endOf(local), endOf(remote)), {
      idle_ms: Math.min(sent_ms, received_ms),
      unanswered: of('bytes_received') > 0 && !answered,
    });
  }
  return found;
}

export function connectionKey(
  local: { readonly address: string; readonly port: number },
  remote: { readonly address: string; readonly port: number },
): string {
  return `${local.address} ${local.port} ${remote.address} ${remote.port}`;
}

function endOf(text: string) {
  const colon = text.lastIndexOf(':');
  return { address: canonicalAddress(text.slice(0, colon)), port: Number(text.slice(colon + 1)) };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
