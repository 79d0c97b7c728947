import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Definition } from '../generation.ts';
import { redactor } from '../secrets.ts';
import { canonicalJson } from './measurement-key.ts';
import { secretsOf } from './secrets-of.ts';

type Hash = ReturnType<typeof sha256.create>;

/**
 * The identity of a setting: first 16 hex digits of sha-256 over the canonical JSON of [folder, environment, argv],
 * without instrumentation. Secrets stand in it by name, so that a new key is no new setting.
 */
export function settingId(definition: Definition): string {
  return settingIdentifier(definition)(definition, JSON.stringify(definition.argv));
}

/** The same for many settings over one base; what they share is hashed once. `json` is the JSON of argv. */
export function settingIdentifier(base: Definition): (definition: Definition, json: string) => string {
  const secrets = secretsOf(base);
  const { json } = redactor(secrets);
  const hide = <T>(value: T): T => (secrets.length === 0 ? value : json(value));
  // An environment that nothing changes is the same object in every setting.
  const prefixes = new WeakMap<object, Hash>();
  const digest = new Uint8Array(32);
  const view = new DataView(digest.buffer);
  let scratch: Hash | undefined;

  const prefixOf = ({ cwd, env }: Definition): Hash => {
    const known = prefixes.get(env);
    if (known !== undefined) return known;
    const prefix = sha256.create().update(utf8ToBytes(`[${JSON.stringify(cwd)},${canonicalJson(hide(env))},`));
    prefixes.set(env, prefix);
    return prefix;
  };

  return (definition, json) => {
    const argv = secrets.length === 0 ? json : JSON.stringify(hide(definition.argv));
    scratch = prefixOf(definition)._cloneInto(scratch);
    scratch.update(bytesOf(`${argv}]`)).digestInto(digest);
    return hex(view.getUint32(0)) + hex(view.getUint32(4));
  };
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}

const encoder = new TextEncoder();
let buffer = new Uint8Array(4096);

/** Valid until the next call: one buffer serves all. */
function bytesOf(text: string): Uint8Array {
  // No UTF-16 unit takes more than three bytes.
  if (buffer.length < text.length * 3) buffer = new Uint8Array(text.length * 3);
  return buffer.subarray(0, encoder.encodeInto(text, buffer).written);
}
