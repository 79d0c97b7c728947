import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Definition } from '../generation.ts';
import { redactor } from '../secrets.ts';
import { canonicalJson } from './measurement-key.ts';
import { secretsOf } from './secrets-of.ts';

/**
 * The identity of a setting: first 16 hex digits of sha-256 over the canonical JSON of [folder, environment, argv], with
 * the wrapper before argv where there is one, without instrumentation. Secrets stand in it by name, so that a new key
 * is no new setting.
 */
export function settingId(definition: Definition): string {
  return settingIdentifier(definition)(definition);
}

/** The same for many settings over one base command, whose secrets count. */
export function settingIdentifier(base: Definition): (definition: Definition) => string {
  const secrets = secretsOf(base);
  const { json } = redactor(secrets);
  const hide = <T>(value: T): T => (secrets.length === 0 ? value : json(value));
  return ({ cwd, env, wrapper, argv }) => {
    const before = wrapper === undefined ? [] : [hide(wrapper)];
    const text = canonicalJson([cwd, hide(env), ...before, hide(argv)]);
    return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16);
  };
}
