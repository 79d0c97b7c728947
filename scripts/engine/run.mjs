// Runs one program to its end.

import { spawn } from 'node:child_process';

const LONGEST = 20 * 60 * 1000; // ms

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, hear?: (line: string) => void }} [options] `hear`: every line as it is said
 * @returns {Promise<{ code: number | null, output: string }>} code null: it could not be started, or was ended by a signal
 */
export function run(program, args, { env = process.env, hear = () => {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.timeout(LONGEST), // spawn's own timeout would outlive a program that is not there
    });
    const end = () => void child.kill();
    process.once('exit', end);
    let output = '';
    let begun = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        const lines = (begun + chunk).split('\n');
        begun = lines.pop() ?? '';
        lines.forEach(hear);
      });
    /** @param {{ code: number | null, output: string }} result */
    const settle = (result) => {
      process.off('exit', end);
      resolve(result);
    };
    child.on('error', (error) => settle({ code: null, output: error.message }));
    child.on('close', (code) => settle({ code, output }));
  });
}
