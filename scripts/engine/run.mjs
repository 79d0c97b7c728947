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
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
