import { basename } from 'node:path';
import { findFlag } from '../core/engine/llamacpp/flags.ts';
import { FaultError, fault } from '../core/fault.ts';
import { isSecretName } from '../core/secrets.ts';
import type { Host, ProcessRow } from '../ports/host.ts';
import { LLAMACPP_CANDIDATES } from './init-candidates.ts';
import { flagsOfCommand, type Guess, guessEngine, portIn, valueOf } from './init-guess.ts';
import { variableFor, withoutSecrets } from './init-secrets.ts';
import { type Auth, firstFile, scalar } from './init-text.ts';

export type InitTarget = { readonly pid: number } | { readonly port: number };

export interface Draft {
  readonly text: string;
  readonly pid: number;
  readonly port: number;
  readonly engine: string;
}

const LOOPBACK = '127.0.0.1';

/** A first `holdpoint.yaml` for a running server. Reads only. Faults: `usage` (no such server), `permission`. */
export async function draft(host: Host, target: InitTarget): Promise<Draft> {
  const row = 'port' in target ? await listenerOf(host, target.port) : await processOf(host, target.pid);
  const cwd = await host.workingFolder(row.pid);
  const env = await host.environment(row.pid);
  if (cwd === null || env === null) {
    const hint = `run as user ${row.user}: a restore needs the server's whole environment`;
    throw new FaultError(
      fault('permission', `the folder and environment of pid ${row.pid} cannot be read`, { hint }),
    );
  }
  const named = 'port' in target ? target.port : portIn(row.argv);
  const guess = await guessEngine(host, row.argv, named === null ? null : `http://${LOOPBACK}:${named}`);
  const port = named ?? guess.engine.default_port;
  const flags = flagsOfCommand(row.argv, guess.engine);
  const argv = withoutSecrets(row.argv);
  const text = firstFile({
    name: nameOf(valueOf(flags, guess.engine, '--model') ?? valueOf(flags, guess.engine, '-m')),
    port,
    definition: { argv, cwd, env: {}, env_complete: false },
    engine: guess.engine.name,
    because: guess.because,
    endpoint: `http://${LOOPBACK}:${port}`,
    auth: authOf(row.argv, env, guess),
    candidates: candidatesOf(row.argv, guess),
  });
  return { text, pid: row.pid, port, engine: guess.engine.name };
}

async function processOf(host: Host, pid: number): Promise<ProcessRow> {
  const row = await host.process(pid);
  if (row === null)
    throw new FaultError(
      fault('usage', `there is no process ${pid}`, { hint: '`ss -tlnp` lists listeners with their pids' }),
    );
  return row;
}

async function listenerOf(host: Host, port: number): Promise<ProcessRow> {
  const { listeners } = await host.port(LOOPBACK, port);
  const pids = new Set(listeners.map((holder) => holder.pid));
  const [pid] = pids;
  if (pid === undefined)
    throw new FaultError(
      fault('usage', `nothing listens on port ${port}`, {
        hint: 'start the server first, or name it with --from-pid',
      }),
    );
  if (pid === null) {
    const hint = `run as user ${listeners[0]?.user ?? 'unknown'}, who owns the listener`;
    throw new FaultError(fault('permission', `whoever listens on port ${port} cannot be seen`, { hint }));
  }
  if (pids.size > 1)
    throw new FaultError(
      fault('ambiguous-listener', `several processes listen on port ${port}: ${[...pids].join(', ')}`),
    );
  return processOf(host, pid);
}

function nameOf(model: string | null): string {
  const name = basename(model ?? '')
    .replace(/\.[A-Za-z0-9]+$/, '')
    .replace(/[^A-Za-z0-9-]+/g, '-');
  return (
    name
      .replace(/^[^A-Za-z]+|-+$/g, '')
      .toLowerCase()
      .slice(0, 40) || 'server'
  );
}

/** A key of the server is asked from a variable or its own key file; its value never comes into the file. */
function authOf(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  { engine }: Guess,
): Auth | null {
  const flags = flagsOfCommand(argv, engine);
  const file = valueOf(flags, engine, '--api-key-file');
  if (file !== null)
    return { line: `auth: { file: ${scalar(file)} }`, advice: 'the file that the server itself reads' };
  const flag = flags.find((f) => isSecretName(f.flag));
  const variable = Object.keys(env).find((name) => isSecretName(name) && /^(LLAMA|VLLM|SGLANG)_/.test(name));
  const name = flag !== undefined ? variableFor(flag.flag) : variable;
  return name === undefined
    ? null
    : {
        line: `auth: { env: ${name} }`,
        advice: `export ${name} with the server's key before you call holdpoint`,
      };
}

function candidatesOf(argv: readonly string[], { engine }: Guess) {
  if (engine.name !== 'llamacpp') return [];
  const flags = flagsOfCommand(argv, engine);
  return LLAMACPP_CANDIDATES.map((candidate) => ({
    ...candidate,
    preset: findFlag(candidate.flag)?.default ?? null,
    now: valueOf(flags, engine, candidate.flag),
  }));
}
