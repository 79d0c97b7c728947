import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../../src');
const ON_VIRTUAL_TIME = ['core', 'run', 'adapters', 'sim', 'load'];

/** Asked for by the real means alone; the simulated ones bring the same with them. */
const REAL_ONLY = ['load/means.ts'];

// Virtual time goes on while a module is read from the disk: a sweep would take as long as that disk.
test('nothing that may run on virtual time loads a module meanwhile', () => {
  const files = ON_VIRTUAL_TIME.flatMap((layer) =>
    readdirSync(join(SOURCES, layer), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${layer}/${file}`),
  );
  expect(files.length).toBeGreaterThan(300);
  const lazy = files.filter((file) =>
    /(?:await|=>|return|=)\s*import\(/.test(readFileSync(join(SOURCES, file), 'utf8')),
  );
  expect(lazy).toEqual(REAL_ONLY);
});
