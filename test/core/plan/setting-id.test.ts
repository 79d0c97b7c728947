import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import type { Definition } from '../../../src/core/generation.ts';
import { settingId } from '../../../src/core/plan/setting-id.ts';
import { BASE } from './samples.ts';

describe('a setting is what is run', () => {
  test('it is the hash of folder, environment in the order of names, and argv', () => {
    const text = '["/srv",{"A":"1","B":"2"},["run","-x","ü"]]';
    const id = settingId({
      argv: ['run', '-x', 'ü'],
      env: { B: '2', A: '1' },
      cwd: '/srv',
      env_complete: false,
    });
    expect(id).toBe(bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16));
  });

  test('any other folder, variable or argument is another setting', () => {
    const ids = [
      BASE,
      { ...BASE, cwd: '/srv2' },
      { ...BASE, env: {} },
      { ...BASE, env: { OMP_NUM_THREADS: '5' } },
      { ...BASE, argv: [...BASE.argv, ''] },
      { ...BASE, argv: BASE.argv.map((part) => part.replace('0.50', '0.5')) },
      { ...BASE, argv: [BASE.argv.join(' ')] },
      { ...BASE, wrapper: ['numactl', '-N', '0'] },
      { ...BASE, argv: ['numactl', '-N', '0', ...BASE.argv] },
    ].map((definition) => settingId(definition));
    expect(new Set(ids).size).toBe(9);
  });

  test('a secret counts by its name', () => {
    const keyed = (key: string): Definition => ({
      ...BASE,
      argv: [...BASE.argv, '--api-key', key],
      env: { HF_TOKEN: key },
    });
    expect(settingId(keyed('sk-one-1'))).toBe(settingId(keyed('sk-two-2')));
    expect(settingId(keyed('sk-one-1'))).not.toBe(settingId(BASE));
  });
});
