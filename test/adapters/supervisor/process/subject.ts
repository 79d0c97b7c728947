import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalHost } from '../../../../src/adapters/host/local.ts';
import type { Adopted } from '../../../../src/adapters/supervisor/process/adoption.ts';
import { ProcessSupervisor } from '../../../../src/adapters/supervisor/process/supervisor.ts';
import type { Definition } from '../../../../src/core/generation.ts';
import type { SupervisorSubject } from '../../../contract/supervisor.ts';
import { program } from '../../support/programs.ts';

/** A definition of this argv with only the variables given. */
export function defined(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Definition {
  return { argv, env, cwd: '/', env_complete: true };
}

export function serverDefinition(...behaviour: string[]): Definition {
  return defined([process.execPath, program('server.mjs'), ...behaviour]);
}

export async function makeSupervisor(adopted: Adopted | null = null): Promise<ProcessSupervisor> {
  const host = new LocalHost();
  const { boot_id } = await host.identity();
  return new ProcessSupervisor({ host, boot_id, address: '127.0.0.1', adopted, environment: {} });
}

export async function makeSubject(): Promise<SupervisorSubject> {
  const folder = await mkdtemp(join(tmpdir(), 'holdpoint-supervisor-'));
  let logs = 0;
  return {
    supervisor: await makeSupervisor(),
    host: new LocalHost(),
    again: () => makeSupervisor(),
    logFile: () => join(folder, `${logs++}.log`),
    programs: {
      steady: serverDefinition('steady'),
      failing: serverDefinition('failing'),
      deaf: serverDefinition('deaf'),
      family: serverDefinition('family'),
      missing: defined(['no-such-server-anywhere']),
    },
    dispose: () => rm(folder, { recursive: true }),
  };
}
