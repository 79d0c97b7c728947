import type { Endpoint, ServiceConfiguration } from '../core/config/configuration.ts';
import { readEndpoint } from '../core/config/endpoint.ts';
import { readUnitName } from '../core/config/unit-name.ts';
import type { EngineName } from '../core/engine/definition.ts';
import { ENGINE_NAMES } from '../core/engine/index.ts';
import { FaultError, fault } from '../core/fault.ts';
import type { Generation, Member } from '../core/generation.ts';
import type { Bytes } from '../core/units.ts';

/** What `mark` witnessed, carried to `wait` as text: no file is needed between the two. */
export interface Token {
  readonly v: 1;
  /** A unit, or whatever process listens on the port. */
  readonly service: Exclude<ServiceConfiguration, { kind: 'process' }>;
  readonly endpoint: Endpoint;
  readonly engine: EngineName;
  /** Uuids that were named or read; null: there are none. */
  readonly devices: readonly string[] | null;
  readonly generation: Generation | null;
  /** Without their commands: a command may carry a secret, and a token is kept in scripts and their logs. */
  readonly members: readonly Omit<Member, 'command'>[];
  readonly objects: readonly string[];
  readonly floor: Readonly<Record<string, Bytes>>;
  readonly at: string;
}

/** Its members as the tools ask about them. */
export function markedMembers({ members }: Token): readonly Member[] {
  return members.map((member) => ({ ...member, command: 'a process that was marked' }));
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
    if (!isWhole(token)) throw new Error('shape');
    return token;
  } catch {
    throw new FaultError(
      fault('usage', 'this is no token of `holdpoint mark`', {
        hint: '`holdpoint mark --unit NAME` or `--port PORT` prints one',
      }),
    );
  }
}

/** What will be asked of tools and servers is looked at closely: the text came through somebody's script. */
function isWhole(token: Token): boolean {
  const { v, service, endpoint, engine, devices, members } = token;
  return (
    v === 1 &&
    (service.kind === 'systemd' ? readUnitName(service.unit).ok : service.kind === 'process-adopted') &&
    readEndpoint(endpoint.url).ok &&
    ENGINE_NAMES.includes(engine) &&
    (devices === null || Array.isArray(devices)) &&
    Array.isArray(members)
  );
}
