import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseConfiguration } from '../../src/core/config/parse.ts';
import { engineDefinition } from '../../src/core/engine/index.ts';
import { SETTINGS } from '../../src/sim/story/configuration.ts';
import { PORT, UNIT, unitText } from '../../src/sim/story/service.ts';
import { simulatedSweep } from '../helpers/simulated-sweep.ts';

const FOLDER = new URL('../../examples/kimi-k2.6-ddtree/', import.meta.url);
const FILE = new URL('holdpoint.yaml', FOLDER);

function configuration() {
  const options = { file: '/srv/holdpoint.yaml', environment: {}, engine: engineDefinition };
  const read = parseConfiguration(readFileSync(FILE), options);
  if (!read.ok) throw new Error(read.problems.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  return read.configuration;
}

test('the unit of the example is the one that the simulated host has, so that it can be tried there', () => {
  expect(readFileSync(new URL(UNIT, FOLDER), 'utf8')).toBe(unitText(PORT));
});

test('the example sweeps its four settings on the simulated host, the running one adopted', async () => {
  const { document } = await simulatedSweep({ configuration: configuration() });
  expect(document.trials.map(({ name, status }) => [name, status])).toEqual(
    SETTINGS.map(({ name }) => [name, 'measured']),
  );
  expect(document.trials[0]?.starts[0]?.adopted).toBe(true);
  expect(document.restored).toEqual({ to: 'original', ok: true });
});
