import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Definition } from '../generation.ts';
import { redactor } from '../secrets.ts';
import { canonicalJson } from './measurement-key.ts';
import { secretsOf } from './secrets-of.ts';

type Hash = ReturnType<typeof sha256.create>;

/**
 * The identity of a setting: first 16 hex digits of sha-256 over the canonical JSON of [folder, environment, argv], with
 * the wrapper before argv where there is one, without instrumentation. Secrets stand in it by name, so that a new key
 * is no new setting.
 */
export function settingId(definition: Definition): string {
  return settingIdentifier(definition)(definition, JSON.stringify(definition.argv));
}

/**
 * The same for many settings over one base; what they share is hashed once. `json` is the JSON of argv, `head` how it
 * begins in all of them.
 */
export function settingIdentifier(
  base: Definition,
  head = '',
): (definition: Definition, json: string) => string {
  const secrets = secretsOf(base);
  const { json } = redactor(secrets);
  const hide = <T>(value: T): T => (secrets.length === 0 ? value : json(value));
  // Behind a secret nothing is as it stands in `json`.
  const shared = secrets.length === 0 ? head : '';
  // An environment that nothing changes is the same object in every setting.
  const prefixes = new WeakMap<object, Hash>();
  const digest = new Uint8Array(32);
  let scratch: Hash | undefined;

  const prefixOf = ({ cwd, env, wrapper }: Definition): Hash => {
    const known = prefixes.get(env);
    if (known !== undefined) return known;
    const before = wrapper === undefined ? '' : `${JSON.stringify(hide(wrapper))},`;
    const prefix = sha256
      .create()
      .update(utf8ToBytes(`[${JSON.stringify(cwd)},${canonicalJson(hide(env))},${before}${shared}`));
    prefixes.set(env, prefix);
    return prefix;
  };

  return (definition, json) => {
    const argv = secrets.length === 0 ? json : JSON.stringify(hide(definition.argv));
    scratch = prefixOf(definition)._cloneInto(scratch);
    scratch.update(bytesOf(`${argv.slice(shared.length)}]`)).digestInto(digest);
    return hex(digest);
  };
}

const DIGITS = [...'0123456789abcdef'].map((digit) => digit.charCodeAt(0));

/** The first 8 bytes in one flat string: joined pieces would be kept as pieces, and there may be many of these. */
function hex(digest: Uint8Array): string {
  for (let at = 0; at < 8; at++) {
    const byte = digest[at] ?? 0;
    characters[2 * at] = DIGITS[byte >> 4] ?? 0;
    characters[2 * at + 1] = DIGITS[byte & 15] ?? 0;
  }
  return String.fromCharCode(...characters);
}

const characters = new Array<number>(16).fill(0);
const encoder = new TextEncoder();
let buffer = new Uint8Array(4096);

/** Valid until the next call: one buffer serves all. */
function bytesOf(text: string): Uint8Array {
  // No UTF-16 unit takes more than three bytes.
  if (buffer.length < text.length * 3) buffer = new Uint8Array(text.length * 3);
  return buffer.subarray(0, encoder.encodeInto(text, buffer).written);
}
