import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Scene } from './scene.ts';
import { HOLDER_SOCKET, OWN_TIMES } from './servers.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../fixtures/holder.py');

export function hasPython(): boolean {
  return spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Starts the program that holds a port for a while after its server has gone. It ends with its standard input. */
export function startHolder(scene: Scene, port: number): Promise<ChildProcess> {
  const [socket = '', log = ''] = [HOLDER_SOCKET, OWN_TIMES].map((name) => path.join(scene.dir, name));
  const holder = spawn('python3', [PROGRAM, socket, String(port), log], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    holder.once('error', reject);
    holder.once('exit', (code) => reject(new Error(`holder.py ended with ${code}`)));
    holder.stdout?.once('data', () => resolve(holder));
  });
}
