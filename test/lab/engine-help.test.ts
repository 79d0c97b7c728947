import { expect, test } from 'vitest';
import { runTool } from '../../src/adapters/host/run.ts';
import { localStorage } from '../../src/run/doctor/storage.ts';
import { askHelp } from '../../src/run/engine-help.ts';
import { flag } from '../core/plan/samples.ts';
import { describeReal, requireReal } from '../helpers/real-things.ts';
import { configuration, definition } from '../run/doctor/patient.ts';

function ask(...flags: readonly string[]) {
  const parameters = flags.map((word, at) => flag(`p${at}`, word, [1]));
  return askHelp({
    configuration: { ...configuration, parameters },
    definition: { ...definition, argv: [requireReal('llama-server'), '-m', '/m.gguf'], cwd: '/' },
    host: { simulated: false, run: runTool, readText: async () => '\x7fELF' },
    storage: localStorage,
    path: '',
  });
}

describeReal(['llama-server'], 'the help of a real llama-server', () => {
  test('names what it knows', async () => {
    expect(await ask('-np', '--ctx-size', '--spec-draft-n-max', '-ctk', '--no-mmap')).toMatchObject({
      kind: 'asked',
      unknown: [],
      known: 5,
    });
  });

  test('and nothing of other engines', async () => {
    const answer = await ask('--speculative-ddtree-budget', '--spec-draft-nmax');
    expect(answer).toMatchObject({
      unknown: [
        { flag: '--speculative-ddtree-budget', parameter: 'p0' },
        { flag: '--spec-draft-nmax', near: '--spec-draft-n-max', parameter: 'p1' },
      ],
    });
  });
});
