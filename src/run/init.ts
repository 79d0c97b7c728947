import { FaultError, fault } from '../core/fault.ts';
import type { Host, ProcessRow } from '../ports/host.ts';
import { type Described, describe } from './init-describe.ts';
import { portIn } from './init-guess.ts';
import { withoutSecrets } from './init-secrets.ts';
import { scalar } from './init-text.ts';

export type InitTarget = { readonly pid: number } | { readonly port: number };

export interface Draft extends Described {
  readonly pid: number;
}

const LOOPBACK = '127.0.0.1';

/** A first `holdpoint.yaml` for a running server. Reads only. Faults: `usage` (no such server), `permission`. */
export async function draft(host: Host, target: InitTarget): Promise<Draft> {
  const row = 'port' in target ? await listenerOf(host, target.port) : await processOf(host, target.pid);
  const cwd = await host.workingFolder(row.pid);
  const env = await host.environment(row.pid);
  if (cwd === null || env === null) {
    const hint = `run as user ${row.user}: a restore needs the server's whole environment`;
    throw new FaultError(
      fault('permission', `the folder and environment of pid ${row.pid} cannot be read`, { hint }),
    );
  }
  const command = withoutSecrets(row.argv).map(scalar).join(', ');
  const described = await describe(host, {
    argv: row.argv,
    env,
    port: 'port' in target ? target.port : portIn(row.argv),
    running: true,
    accelerator: [],
    service: (port) => [
      `service: { kind: process, adopt: { port: ${port} } }`,
      '# What runs there now, for the day on which it does not run and Holdpoint is to start it:',
      '# service:',
      '#   kind: process',
      `#   command: [${command}]`,
      `#   cwd: ${scalar(cwd)}`,
    ],
  });
  return { ...described, pid: row.pid };
}

async function processOf(host: Host, pid: number): Promise<ProcessRow> {
  const row = await host.process(pid);
  if (row === null)
    throw new FaultError(
      fault('usage', `there is no process ${pid}`, { hint: '`ss -tlnp` lists listeners with their pids' }),
    );
  return row;
}

async function listenerOf(host: Host, port: number): Promise<ProcessRow> {
  const { listeners } = await host.port(LOOPBACK, port);
  const pids = new Set(listeners.map((holder) => holder.pid));
  const [pid] = pids;
  if (pid === undefined)
    throw new FaultError(
      fault('usage', `nothing listens on port ${port}`, {
        hint: 'start the server first, or name it with --from-pid',
      }),
    );
  if (pid === null) {
    const hint = `run as user ${listeners[0]?.user ?? 'unknown'}, who owns the listener`;
    throw new FaultError(fault('permission', `whoever listens on port ${port} cannot be seen`, { hint }));
  }
  if (pids.size > 1)
    throw new FaultError(
      fault('ambiguous-listener', `several processes listen on port ${port}: ${[...pids].join(', ')}`),
    );
  return processOf(host, pid);
}
