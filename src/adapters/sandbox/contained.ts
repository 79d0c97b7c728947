import { spawn } from 'node:child_process';
import { FaultError, fault } from '../../core/fault.ts';
import type { SandboxLimits, SandboxResult } from '../../ports/sandbox.ts';
import { PROGRAM_FD } from './command.ts';

/** How long a killed sandbox may take to be gone with all its processes. */
const GONE_MS = 5_000;

/**
 * Runs the words with the program on descriptor 3 and kills them at the first bound. It waits until the pipes are closed
 * at the other end: as long as one process of the sandbox lives that writes, they are not. Fault: `sandbox-unavailable`.
 */
export function contained(
  [file = '', ...words]: readonly string[],
  program: string,
  { wall_ms, output_bytes }: Pick<SandboxLimits, 'wall_ms' | 'output_bytes'>,
): Promise<SandboxResult> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const parts: Buffer[] = [];
    let room = output_bytes;
    let ended: SandboxResult['ended'] = 'exit';
    let gone: NodeJS.Timeout | undefined;
    const end = (why: SandboxResult['ended']): void => {
      if (ended !== 'exit') return;
      ended = why;
      child.kill('SIGKILL');
      gone = setTimeout(
        () => reject(unavailable(`it did not end within ${GONE_MS / 1000} s of being killed`)),
        GONE_MS,
      );
    };
    const wall = setTimeout(() => end('wall'), wall_ms);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => {
        parts.push(part.subarray(0, room));
        room -= Math.min(room, part.length);
        if (room === 0) end('output');
      });
    child.on('error', (error) => {
      clearTimeout(wall);
      reject(unavailable(error.message));
    });
    child.on('close', (code) => {
      clearTimeout(wall);
      clearTimeout(gone);
      const output = Buffer.concat(parts).toString('utf8');
      resolve({ ended, code: ended === 'exit' ? code : null, output, took_ms: performance.now() - begun });
    });
    const source = child.stdio[PROGRAM_FD];
    if (source === null || source === undefined || !('end' in source)) return;
    // a sandbox that could not be set up closes it early, and says why on stderr
    source.on('error', () => {});
    source.end(program);
  });
}

function unavailable(text: string): FaultError {
  return new FaultError(fault('sandbox-unavailable', `the sandbox failed: ${text}`));
}
