import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENGINE_NAMES, engineDefinition } from '../../src/core/engine/index.ts';
import type { EngineReference } from '../../src/core/engine/reference.ts';
import { enginePage } from './reference/engine-page.ts';
import { faultsPage } from './reference/faults-page.ts';

const FOLDER = new URL('../../docs/reference/', import.meta.url);

const engines = ENGINE_NAMES.flatMap((name) => {
  const engine = engineDefinition(name);
  return engine.reference === undefined ? [] : [{ name, engine, reference: engine.reference }];
});

/** UPDATE_REFERENCE=1 writes the page; without it, it is only compared. */
function current(file: string, text: string): void {
  const url = new URL(file, FOLDER);
  if (process.env['UPDATE_REFERENCE'] === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(url, text);
  }
  // compared as a whole and not shown line by line: the pages have hundreds of them
  const same = existsSync(url) && readFileSync(url, 'utf8') === text;
  expect(same, `docs/reference/${file} is not what the data says: UPDATE_REFERENCE=1 writes it`).toBe(true);
}

describe('pages of the reference are what the data says', () => {
  it.each(engines)('$name', ({ name, engine, reference }) => {
    current(`${name}.md`, enginePage(engine, reference));
  });

  it('faults', () => {
    current('faults.md', faultsPage());
  });
});

describe('the data of an engine', () => {
  it.each(engines)(
    'every rule of $name is about flags that are known, and says what it is known from',
    ({ reference }) => {
      const known = flagNames(reference);
      for (const { flags, says, source } of reference.rules) {
        expect(flags.filter((flag) => !isKnown(flag, known))).toEqual([]);
        expect([flags.length > 0, says !== '', source.where !== '']).toEqual([true, true, true]);
      }
    },
  );

  it.each(engines)(
    'every read-back of $name is of a known flag, from a place that is named',
    ({ reference }) => {
      const known = flagNames(reference);
      for (const { flag, from, rule } of reference.read_back) {
        expect([flag, isKnown(flag, known), from !== '', rule !== '']).toEqual([flag, true, true, true]);
      }
    },
  );

  it.each(engines)('no two flags of $name have a name in common', ({ reference }) => {
    const names = reference.flags.flatMap(({ aliases, negations = [] }) => [...aliases, ...negations]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

function flagNames({ flags }: EngineReference): ReadonlySet<string> {
  return new Set(flags.flatMap(({ aliases }) => aliases));
}

/** A key of a JSON-valued flag is a part of the flag. */
function isKnown(flag: string, known: ReadonlySet<string>): boolean {
  return known.has(flag) || known.has(flag.split('.')[0] ?? '');
}
