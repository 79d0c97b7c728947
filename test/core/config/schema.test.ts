import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { nearest, suggest } from '../../../src/core/config/did-you-mean.ts';
import { configurationJsonSchema } from '../../../src/core/config/schema.ts';
import { edited, FILE, parse } from './file.ts';

// An editor's view of the file: the JSON Schema alone.
const editor = z.fromJSONSchema(configurationJsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);
const accepts = (text: string) => editor.safeParse(parseYaml(text)).success;

describe('the JSON Schema', () => {
  test('accepts what the reader accepts', () => {
    expect(parse(FILE).ok).toBe(true);
    expect(accepts(FILE)).toBe(true);
    expect(accepts(edited(['load: 30m', 'load: auto'], ['drain: 5s', 'drain: 0']))).toBe(true);
  });

  test.each([
    ['an unknown key', edited(['baseline: current', 'baselin: current'])],
    ['a missing key', edited(['name: llama-slots\n', ''])],
    ['a bare number', edited(['quiet: 90s', 'quiet: 90'])],
    ['a wrong unit', edited(['quiet: 90s', 'quiet: 90x'])],
    ['a later kind', FILE.replace('kind: process', 'kind: docker')],
    ['an evaluation without its suite', `${FILE}evaluation: {}\n`],
    ['a bad name', edited(['name: llama-slots', 'name: a/b'])],
    ['no values', edited(['values: [1, 2, 4]', 'values: []'])],
  ])('refuses %s, as the reader does', (_, text) => {
    expect(parse(text).ok).toBe(false);
    expect(accepts(text)).toBe(false);
  });

  test('has nothing of later versions', () => {
    const text = JSON.stringify(configurationJsonSchema());
    for (const word of ['docker', 'slurm', 'ssh']) expect(text).not.toContain(word);
  });

  test('describes every key', () => {
    const undescribed = (node: unknown, path: string): readonly string[] => {
      if (typeof node !== 'object' || node === null) return [];
      const properties =
        'properties' in node && typeof node.properties === 'object' && node.properties !== null
          ? Object.entries(node.properties)
          : [];
      const bare = properties
        .filter(([, value]) => typeof (value as { description?: unknown }).description !== 'string')
        .map(([key]) => `${path}.${key}`);
      return [
        ...bare,
        ...Object.entries(node).flatMap(([key, value]) => undescribed(value, `${path}.${key}`)),
      ];
    };
    expect(undescribed(configurationJsonSchema(), '')).toEqual([]);
  });
});

test('a slip of the hand is recognised, another word is not', () => {
  const known = ['parameters', 'workloads', 'values', 'env'];
  expect(nearest('paramters', known)).toBe('parameters');
  expect(nearest('wrokloads', known)).toBe('workloads');
  expect(nearest('Values', known)).toBe('values');
  expect(nearest('nev', known)).toBe('env');
  expect(nearest('something', known)).toBeNull();
  expect(suggest('something', known)).toBe('known here: parameters, workloads, values, env');
  expect(suggest('x'.repeat(10_000), [])).toBe('remove it');
});
