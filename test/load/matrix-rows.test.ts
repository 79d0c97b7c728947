import { expect, it } from 'vitest';
import { CONTROL } from '../../src/mock/matrix/control.ts';
import { MATRIX } from '../../src/mock/matrix.ts';
import { mockScriptSchema } from '../../src/mock/script.ts';
import { ROWS } from './matrix-rows.ts';

const named = Object.values(ROWS).flatMap((rows) => Object.values(rows).flat());

/** A name that no server is needed for: the client never reaches one. */
const NO_SERVER = 'script:none';

it('every row has a scenario, and every name in a row is one', () => {
  const known = new Set([
    ...MATRIX.map(({ name }) => name),
    ...Object.keys(CONTROL).map((name) => `control:${name}`),
    ...Object.keys(mockScriptSchema.shape).map((key) => `script:${key}`),
    NO_SERVER,
  ]);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  const empty = Object.values(ROWS).flatMap((rows) =>
    Object.entries(rows).flatMap(([row, scenarios]) => (scenarios.length === 0 ? [row] : [])),
  );
  expect(empty).toEqual([]);
});

it('every scenario stands in a row', () => {
  const scenarios = [
    ...MATRIX.map(({ name }) => name),
    ...Object.keys(CONTROL).map((name) => `control:${name}`),
  ];
  expect(scenarios.filter((name) => !named.includes(name))).toEqual([]);
});
