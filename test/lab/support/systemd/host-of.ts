import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FaultError } from '../../../../src/core/fault.ts';
import type { Host } from '../../../../src/ports/host.ts';
import type { ControlAnswer } from '../../../../src/sim/remote/protocol.ts';
import { remoteHost } from '../../../../src/sim/remote/remote-host.ts';
import type { Machine } from './machine.ts';

const LOADER = join(import.meta.dirname, '../../../../scripts/ts.mjs');
const PROGRAM = join(import.meta.dirname, 'serve-host.ts');

export interface HostOfMachine {
  readonly host: Host;
  close(): void;
}

/**
 * The host adapter as it works on that machine: its tools, process table, files and ports are those of there. It goes
 * with the machine, and must then be asked for again. `user`: whose rights it has; root where none is named.
 */
export function hostOf(
  machine: Machine,
  user: { readonly uid: number; readonly gid: number; readonly groups?: readonly number[] } | null = null,
): HostOfMachine {
  const as = user === null ? [] : [user.uid, user.gid, ...(user.groups ?? [])].map(String);
  const [file = '', ...words] = [...machine.within, process.execPath, '--import', LOADER, PROGRAM, ...as];
  const server = spawn(file, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  createInterface(server.stdout).on('line', (line) => {
    const { id, ...answer } = JSON.parse(line) as { id: number } & ControlAnswer;
    const asked = waiting.get(id);
    waiting.delete(id);
    if ('value' in answer) asked?.resolve(answer.value);
    else asked?.reject('fault' in answer ? new FaultError(answer.fault) : new Error(answer.error));
  });
  server.stdin.on('error', () => {});
  server.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the machine was switched off'));
    waiting.clear();
  });
  let asked = 0;
  const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      server.stdin.write(`${JSON.stringify({ id: asked, method, args })}\n`);
    });
  return { host: { ...remoteHost({ call }), simulated: false }, close: () => server.stdin.end() };
}
