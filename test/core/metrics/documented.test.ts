import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { definedMetrics } from '../../../src/core/metrics/defined.ts';

it('docs/metrics.md has every definition, and no other', () => {
  const text = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
  const documented = [...text.matchAll(/^\| `([a-z0-9_.]+\.v\d+)` \|/gm)].map((match) => match[1]);
  const { samples, values } = definedMetrics([], { requests: 0, concurrency: null, duration_s: 0 });
  expect(documented.toSorted()).toEqual([...Object.keys(samples), ...Object.keys(values)].toSorted());
});
