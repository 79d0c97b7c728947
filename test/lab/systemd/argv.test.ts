import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DROP_IN, dropInText } from '../../../src/adapters/supervisor/systemd/drop-in.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { Machine } from '../support/systemd/machine.ts';

const LISTS = 2_000;
const UNITS = 200;
const SEED = 20_261_130;
const OUTPUT = '/run/argv';

/** What systemd's own language gives a meaning to, what a shell would, and what is more than one byte. */
const ODD = [
  ...'"\'\\%$;#{}()[]<>|&*?~`!@-+=:,. \t\n\r\x01\x1b\x7f',
  '%%',
  '%n',
  '%h',
  '$$',
  '${HOME}',
  '$HOME',
  '\\x41',
  '\\n',
  '\\',
  'ä',
  '日本',
  '😀',
  '\u202e',
];
const word = fc
  .array(fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'grapheme-ascii', maxLength: 4 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

describeReal(['systemd'], 'words through a real unit', () => {
  let machine: Machine;
  beforeAll(async () => {
    machine = await Machine.start();
  });
  afterAll(() => machine.end());

  /** What each of these commands and environments made its unit print. */
  function printed(runs: readonly { argv: readonly string[]; env: Record<string, string> }[]): string[] {
    const units = runs.map((_, at) => `words-${at}.service`);
    for (const [at, { argv, env }] of runs.entries()) {
      const unit = `[Service]\nType=oneshot\nExecStart=/bin/false\nStandardOutput=truncate:${OUTPUT}/${at}\n`;
      machine.write(`/run/systemd/system/words-${at}.service`, unit);
      const definition = { argv, env, cwd: '/', env_complete: false };
      const text = dropInText(definition, { env: {}, cwd: '/' }, 'id', new Set());
      machine.write(`/run/systemd/system/words-${at}.service.d/${DROP_IN}`, text);
    }
    machine.demand('mkdir', '-p', OUTPUT);
    machine.demand('systemctl', 'daemon-reload');
    machine.demand('systemctl', 'start', ...units);
    return units.map((_, at) => machine.read(`${OUTPUT}/${at}`) ?? '');
  }

  test('2,000 random lists of arguments arrive as they are, 200 units to a reload', () => {
    const lists = fc.sample(fc.array(word, { minLength: 1, maxLength: 6 }), { numRuns: LISTS, seed: SEED });
    for (let from = 0; from < LISTS; from += UNITS) {
      const asked = lists.slice(from, from + UNITS);
      const got = printed(asked.map((list) => ({ argv: ['/usr/bin/printf', '%s\\0', ...list], env: {} })));
      expect(got.map((text) => text.split('\0').slice(0, -1))).toEqual(asked);
    }
  });

  test('200 random values of a variable arrive as they are', () => {
    const values = fc.sample(word, { numRuns: UNITS, seed: SEED });
    const got = printed(values.map((value) => ({ argv: ['/usr/bin/env', '-0'], env: { WORD: value } })));
    const found = got.map((text) => text.split('\0').find((entry) => entry.startsWith('WORD=')));
    expect(found).toEqual(values.map((value) => `WORD=${value}`));
  });
});
