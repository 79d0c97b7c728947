import { basename } from 'node:path';
import { findFlag } from '../core/engine/llamacpp/flags.ts';
import { isSecretName } from '../core/secrets.ts';
import type { Host } from '../ports/host.ts';
import { CANDIDATES } from './init-candidates.ts';
import { flagsOfCommand, type Guess, guessEngine, portIn, valueOf } from './init-guess.ts';
import { variableFor } from './init-secrets.ts';
import { type Auth, firstFile, type Shown, scalar } from './init-text.ts';

/** What is known of the server that a first file is written for. */
export interface Server {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where it listens; null: its command or its engine says it. */
  readonly port: number | null;
  /** It answers now, so that it may be asked what it is. */
  readonly running: boolean;
  readonly service: (port: number) => readonly string[];
  readonly accelerator: readonly string[];
}

export interface Described {
  readonly text: string;
  readonly port: number;
  readonly engine: string;
}

/** An example, with names of candidates. */
const CONSTRAINTS = {
  llamacpp: 'ubatch <= batch',
  sglang: 'topk <= budget',
  vllm: 'seqs <= tokens',
} as const;

const LOOPBACK = '127.0.0.1';
/** Every address of the host, or what stands for it: the loopback reaches it. */
const ANY = new Set(['0.0.0.0', '::', '[::]', '*', 'localhost']);

/** The text of a first `holdpoint.yaml`, without any secret of the command or its environment. */
export async function describe(host: Host, server: Server): Promise<Described> {
  const { argv, env } = server;
  const named = server.port ?? portIn(argv);
  const url = named === null || !server.running ? null : `http://${LOOPBACK}:${named}`;
  const guess = await guessEngine(host, argv, url);
  const { engine } = guess;
  const given = (flags: readonly string[]) => givenBy(flags, argv, env, guess);
  const port = named ?? portOf(given(engine.port_flags)) ?? engine.default_port;
  const model = valueOf(flagsOfCommand(argv, engine), engine, '--model');
  const text = firstFile({
    name: nameOf(model ?? servedModel(argv)),
    service: server.service(port),
    engine: engine.name,
    because: guess.because,
    endpoint: `${schemeOf(argv)}://${addressOf(given(engine.host_flags))}:${port}`,
    auth: authOf(argv, env, guess),
    accelerator: server.accelerator,
    candidates: candidatesOf(argv, env, guess),
    constraint: CONSTRAINTS[guess.flags_of ?? 'llamacpp'],
  });
  return { text, port, engine: engine.name };
}

/** What a flag or its variable sets; null: neither. */
function givenBy(
  flags: readonly string[],
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  { engine }: Guess,
): string | null {
  const [flag = ''] = flags;
  const variable = engine.variableOf?.(engine.canonicalFlag(flag)) ?? null;
  return (
    valueOf(flagsOfCommand(argv, engine), engine, flag) ??
    (variable === null ? null : (env[variable] ?? null))
  );
}

function portOf(text: string | null): number | null {
  return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

function addressOf(host: string | null): string {
  if (host === null || ANY.has(host) || !/^[0-9A-Za-z.:[\]-]+$/.test(host)) return LOOPBACK;
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function schemeOf(argv: readonly string[]): 'http' | 'https' {
  return argv.some((word) => /^--ssl-(?:cert-?file|certfile)(?:=|$)/.test(word)) ? 'https' : 'http';
}

/** `vllm serve MODEL`: the one model that is told without a flag. */
function servedModel(argv: readonly string[]): string | null {
  const next = argv[argv.indexOf('serve') + 1];
  return argv.includes('serve') && next !== undefined && !next.startsWith('-') ? next : null;
}

function nameOf(model: string | null): string {
  const name = basename(model ?? '')
    .replace(/\.(?:gguf|safetensors|bin|json)$/i, '')
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

function candidatesOf(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  { engine, flags_of }: Guess,
): readonly Shown[] {
  if (flags_of === null) return [];
  const flags = flagsOfCommand(argv, engine);
  return CANDIDATES[flags_of]
    .filter(({ needs }) => needs === undefined || valueOf(flags, engine, needs) !== null)
    .map((candidate) => {
      const variable = engine.variableOf?.(engine.canonicalFlag(candidate.flag)) ?? null;
      return {
        ...candidate,
        preset: candidate.preset ?? findFlag(candidate.flag)?.default ?? null,
        now: valueOf(flags, engine, candidate.flag),
        variable: variable !== null && env[variable] !== undefined ? variable : null,
      };
    });
}
