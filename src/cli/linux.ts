import { FaultError, fault } from '../core/fault.ts';
import type { Context } from './context.ts';

/** Servers are controlled on Linux only: /proc is where everything is witnessed. */
export function requireLinux(context: Context, command: string): void {
  if (context.platform === 'linux') return;
  const hint = "`plan` and `schema` work here; run the others on the server's own machine";
  throw new FaultError(fault('usage', `\`${command}\` needs Linux, this is ${context.platform}`, { hint }));
}
