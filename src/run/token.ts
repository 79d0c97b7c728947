import type { EngineName } from '../core/engine/definition.ts';
import { FaultError, fault } from '../core/fault.ts';
import type { Generation, Member } from '../core/generation.ts';
import type { Bytes } from '../core/units.ts';

/** What `mark` witnessed, carried to `wait` as text: no file is needed between the two. */
export interface Token {
  readonly v: 1;
  readonly address: string;
  readonly port: number;
  readonly engine: EngineName;
  readonly generation: Generation | null;
  readonly members: readonly Member[];
  readonly objects: readonly string[];
  readonly floor: Readonly<Record<string, Bytes>>;
  readonly at: string;
}

const PREFIX = 'hp1.';
const LONGEST = 64 * 1024;

export function writeToken(token: Token): string {
  return PREFIX + Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** Fault: `usage` for anything that `mark` did not print. */
export function readToken(text: string): Token {
  try {
    if (!text.startsWith(PREFIX) || text.length > LONGEST) throw new Error('prefix');
    const token = JSON.parse(Buffer.from(text.slice(PREFIX.length), 'base64url').toString('utf8')) as Token;
    if (token.v !== 1 || typeof token.port !== 'number' || !Array.isArray(token.members))
      throw new Error('shape');
    return token;
  } catch {
    throw new FaultError(
      fault('usage', 'this is no token of `holdpoint mark`', {
        hint: '`holdpoint mark --port PORT` prints one',
      }),
    );
  }
}
