import { accessSync, constants } from 'node:fs';
import { FaultError } from '../../core/fault.ts';
import type { Sandbox, SandboxLimits, SandboxResult } from '../../ports/sandbox.ts';
import { NEEDED, NEEDED_BY_ROOT, sandboxCommand } from './command.ts';
import { contained } from './contained.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { ATTEMPTS, ENDLESS, TRIED_ALL } from './proof.ts';

const SHORT_MS = 500;

/** Bubblewrap: namespaces of its own without any right on this machine, and limits of the kernel inside. */
export class Bubblewrap implements Sandbox {
  readonly name = 'bubblewrap';
  readonly #root = process.getuid?.() === 0;

  run(program: string, limits: SandboxLimits = DEFAULT_LIMITS): Promise<SandboxResult> {
    return contained(sandboxCommand(limits, this.#root), program, limits);
  }

  async obstacle(): Promise<string | null> {
    const missing = (this.#root ? NEEDED_BY_ROOT : NEEDED).filter((file) => !executable(file));
    if (missing.length > 0)
      return `${missing.join(' and ')} is missing: install bubblewrap, util-linux and python3`;
    try {
      return (await this.#escapes()) ?? (await this.#outlives());
    } catch (error) {
      if (error instanceof FaultError) return error.fault.message;
      throw error;
    }
  }

  async #escapes(): Promise<string | null> {
    const { output, code } = await this.run(ATTEMPTS);
    const lines = output.trim().split('\n');
    if (!lines.includes(TRIED_ALL))
      return `it does not start here (exit ${code}): ${output.trim().slice(-300)}`;
    const could = lines.filter((line) => line.startsWith('could '));
    return could.length === 0 ? null : `it does not hold, a program ${could.join(', ')}`;
  }

  async #outlives(): Promise<string | null> {
    const { ended } = await this.run(ENDLESS, { ...DEFAULT_LIMITS, wall_ms: SHORT_MS });
    return ended === 'wall' ? null : 'a program that sleeps was not there to be ended';
  }
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
