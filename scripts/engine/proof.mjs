// A server is good only when it has answered: one start, one completion whose text is known.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeModel } from '../gguf/model.mjs';
import { countingText } from '../gguf/predict.mjs';
import { freePort } from './free-port.mjs';
import { Trouble } from './trouble.mjs';

const TOKENS = 4;
const PATIENCE = 60_000; // ms; a busy machine needs 2 s

/**
 * @param {string} binary
 * @param {string} folder for the model, which stays there
 * @throws {Trouble} if the server does not start, or answers something else
 */
export async function prove(binary, folder) {
  const { path } = writeModel(join(folder, 'proof.gguf'));
  const port = await freePort();
  const server = start(binary, ['-m', path, '-c', '512', '-np', '1', '-t', '1', '--port', `${port}`]);
  try {
    const text = await Promise.race([server.death, complete(`http://127.0.0.1:${port}`)]);
    if (text !== countingText(TOKENS)) {
      throw new Trouble(
        `the server answered ${JSON.stringify(text)} instead of "${countingText(TOKENS)}"`,
        RETRY,
      );
    }
  } finally {
    await server.stop();
  }
}

const RETRY = 'remove .engine and run this again; if it stays, say so in an issue with this whole message';

/**
 * @param {string} binary
 * @param {string[]} args
 */
function start(binary, args) {
  // A LLAMA_ARG_ variable of the caller would change what is proved.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LLAMA_')));
  const child = spawn(binary, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (log = (log + chunk).slice(-2000)));
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const death = ended.then((how) => {
    throw deathOf(how, log.trim());
  });
  death.catch(() => {}); // after the answer nobody waits for it
  const stop = async () => {
    child.kill();
    await Promise.race([ended, sleep(5000, null, { ref: false }).then(end)]);
    await ended;
    process.off('exit', end);
  };
  return { death, stop };
}

/**
 * @param {string} how
 * @param {string} log
 */
function deathOf(how, log) {
  if (how === 'SIGILL') {
    return new Trouble(
      'the server died of SIGILL: it uses an instruction that this CPU does not have',
      RETRY,
    );
  }
  if (log.includes('error while loading shared libraries')) {
    return new Trouble(
      log.split('\n').at(-1) ?? log,
      'Debian and Ubuntu: apt-get install libgomp1 libstdc++6',
    );
  }
  return new Trouble(`the server ended before it answered (${how})${log === '' ? '' : `:\n${log}`}`, RETRY);
}

/** @param {string} base */
async function complete(base) {
  const deadline = Date.now() + PATIENCE;
  while (!(await isHealthy(base))) {
    if (Date.now() > deadline)
      throw new Trouble(`the server was not ready after ${PATIENCE / 1000} s`, RETRY);
    await sleep(50);
  }
  const response = await fetch(`${base}/v1/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'count', max_tokens: TOKENS }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const answer = /** @type {{ choices?: { text?: string }[] }} */ (await response.json());
  return answer.choices?.[0]?.text ?? JSON.stringify(answer);
}

/** @param {string} base */
async function isHealthy(base) {
  try {
    return (await fetch(`${base}/health`, { signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false; // refused: not yet listening
  }
}
