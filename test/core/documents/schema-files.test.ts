import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { allJsonSchemas, SCHEMA_NAMES } from '../../../src/core/documents/json-schema.ts';

const FOLDER = fileURLToPath(new URL('../../../schema/', import.meta.url));
const schemas = allJsonSchemas();
const textOf = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`;

// UPDATE_SCHEMA=1 writes the files; without it they are only compared.
if (process.env['UPDATE_SCHEMA'] === '1') {
  mkdirSync(FOLDER, { recursive: true });
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json'))) rmSync(`${FOLDER}${file}`);
  for (const [name, schema] of Object.entries(schemas))
    writeFileSync(`${FOLDER}${name}.json`, textOf(schema));
}

describe('schema/', () => {
  test('has a file for every schema and no other', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(SCHEMA_NAMES.map((name) => `${name}.json`).sort());
  });

  test.each(Object.entries(schemas))('%s is what the code says', (name, schema) => {
    expect(readFileSync(`${FOLDER}${name}.json`, 'utf8')).toBe(textOf(schema));
  });

  test('keys of documents are snake_case', () => {
    for (const [name, schema] of Object.entries(schemas)) {
      for (const key of propertyNames(schema)) expect(key, name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
    }
  });
});

function propertyNames(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own =
    'properties' in node && typeof node.properties === 'object' && node.properties !== null
      ? Object.keys(node.properties)
      : [];
  return [...own, ...Object.values(node).flatMap(propertyNames)];
}
