import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Member } from '../../../src/core/generation.ts';
import type { Host, ProcessRow } from '../../../src/ports/host.ts';
import { kill } from './programs.ts';

/** A real process that holds a shared-memory object, which outlives it. */
export interface SharingProcess {
  readonly member: Member;
  readonly object: string;
  end(): Promise<void>;
  remove(): Promise<void>;
}

let made = 0;

export async function startSharing(host: Host): Promise<SharingProcess> {
  const object = `holdpoint-test-${process.pid}-${made++}`;
  const child = spawn('/bin/sh', ['-c', `exec 4>/dev/shm/${object}; echo up; read -r x`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const row = (await host.process(child.pid as number)) as ProcessRow;
  const { pid, start_ticks, ppid, state, user, argv } = row;
  return {
    member: { pid, start_ticks, ppid, state, user, command: argv.join(' ') },
    object,
    end: () => kill(child),
    remove: () => rm(`/dev/shm/${object}`, { force: true }),
  };
}
