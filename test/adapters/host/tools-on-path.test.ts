import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toolsOnPath } from '../../../src/adapters/host/tools-on-path.ts';

test('the first program of a name that may be run counts, as in a shell', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-path-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  mkdirSync(join(first, 'c'), { recursive: true });
  mkdirSync(second);
  for (const file of [
    join(first, 'a'),
    join(first, 'b'),
    join(second, 'a'),
    join(second, 'b'),
    join(second, 'c'),
  ])
    writeFileSync(file, '#!/bin/sh\n');
  for (const file of [join(first, 'a'), join(second, 'a'), join(second, 'b')]) chmodSync(file, 0o755);
  expect(toolsOnPath(['a', 'b', 'c', 'd'], `.::${first}:${second}`)).toEqual({
    a: join(first, 'a'),
    b: join(second, 'b'),
  });
});
