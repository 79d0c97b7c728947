import type { Suite } from '../../core/evaluate/suite.ts';
import { FaultError, fault } from '../../core/fault.ts';
import type { Sandbox } from '../../ports/sandbox.ts';

/** Tries the sandbox where the suite needs one. Fault: `sandbox-unavailable`, before a server is asked anything. */
export async function requireSandbox(
  sandbox: Pick<Sandbox, 'obstacle'>,
  problems: Suite['problems'],
): Promise<void> {
  if (!problems.some(({ kind }) => kind === 'code')) return;
  const obstacle = await sandbox.obstacle();
  if (obstacle !== null) throw new FaultError(fault('sandbox-unavailable', obstacle));
}
