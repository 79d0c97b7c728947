// An engine is good only when it has answered: one start, one completion whose text is known.

import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countingText } from '../../gguf/predict.mjs';
import { writeHfModel } from '../../hf/model.mjs';
import { freePort } from '../free-port.mjs';
import { Trouble } from '../trouble.mjs';
import { launch } from './engines.mjs';

const TOKENS = 8;
const PATIENCE = 600_000; // ms; 30 s on a free machine, minutes on a busy one
const LONGEST_END = 30_000; // ms
const BETWEEN = 500; // ms
const RETRY = 'run this again; if it stays, say so in an issue with this whole message';

/**
 * @param {import('./engines.mjs').PythonEngine} name
 * @param {string} folder of the engine
 * @throws {Trouble} if the server does not start, or answers something else
 */
export async function prove(name, folder) {
  const work = mkdtempSync(join(folder, 'proof-'));
  const port = await freePort();
  const log = join(work, 'log');
  const { path: model } = writeHfModel(join(work, 'tiny'));
  const { argv, env } = launch(name, folder, { model, port });
  const server = start(argv, env, log);
  try {
    const text = await complete(`http://127.0.0.1:${port}`, server, log);
    if (text !== countingText(TOKENS)) {
      const wanted = countingText(TOKENS);
      throw new Trouble(`the server answered ${JSON.stringify(text)} instead of "${wanted}"`, RETRY);
    }
  } finally {
    await server.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * All processes of these engines stay in the group of the first one.
 * @param {string[]} argv
 * @param {Record<string, string>} env
 * @param {string} log
 */
function start([program = '', ...args], env, log) {
  const fd = openSync(log, 'w');
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', fd, fd],
    detached: true,
  });
  closeSync(fd);
  child.on('error', () => {}); // told by `ended`
  /** @param {NodeJS.Signals | 0} signal */
  const toAll = (signal) => {
    try {
      return child.pid !== undefined && process.kill(-child.pid, signal);
    } catch {
      return false; // nothing of it is left
    }
  };
  const end = () => void toAll('SIGKILL');
  process.once('exit', end);
  const stop = async () => {
    child.kill(); // an ordered end leaves no shared memory behind
    for (const deadline = Date.now() + LONGEST_END; toAll(0) && Date.now() < deadline; ) await sleep(BETWEEN);
    end();
    process.off('exit', end);
  };
  const ended = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  return { stop, ended };
}

/**
 * @param {string} base
 * @param {{ ended: () => boolean }} server
 * @param {string} log
 */
async function complete(base, server, log) {
  const deadline = Date.now() + PATIENCE;
  while (!(await isHealthy(base))) {
    if (server.ended()) throw new Trouble(`the server ended before it answered:\n${tail(log)}`, RETRY);
    if (Date.now() > deadline)
      throw new Trouble(`the server was not ready after ${PATIENCE / 1000} s:\n${tail(log)}`, RETRY);
    await sleep(BETWEEN);
  }
  const response = await fetch(`${base}/v1/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tiny', prompt: 'count', max_tokens: TOKENS, temperature: 0 }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const answer = /** @type {{ choices?: { text?: string }[] }} */ (await response.json());
  return answer.choices?.[0]?.text ?? JSON.stringify(answer);
}

/** @param {string} log */
const tail = (log) => readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n');

/** @param {string} base */
async function isHealthy(base) {
  try {
    return (await fetch(`${base}/health`, { signal: AbortSignal.timeout(10_000) })).ok;
  } catch {
    return false; // refused: not yet listening
  }
}
