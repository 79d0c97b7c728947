// Runs one program to its end.

import { spawn } from 'node:child_process';

const LONGEST = 10 * 60 * 1000; // ms

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<{ code: number | null, output: string }>} code null: it could not be started, or was ended by a signal
 */
export function run(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.timeout(LONGEST), // spawn's own timeout would outlive a program that is not there
    });
    const end = () => void child.kill();
    process.once('exit', end);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    /** @param {{ code: number | null, output: string }} result */
    const settle = (result) => {
      process.off('exit', end);
      resolve(result);
    };
    child.on('error', (error) => settle({ code: null, output: error.message }));
    child.on('close', (code) => settle({ code, output }));
  });
}
