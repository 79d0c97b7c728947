import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeReal, requireReal } from '../../helpers/real-things.ts';
import { Models } from '../support/models.ts';
import { Scene, wrongAfter } from './scene.ts';

/** Each kind of record once; every single record is done on demand by every-record.ts. */
describeReal(['llama-server'], 'killed right after a record was written', () => {
  const models = new Models();
  let model = '';
  let kinds: readonly (readonly [string, number])[] = [];

  beforeAll(async () => {
    model = await models.file('count');
    const scene = new Scene([requireReal('llama-server')], model, 18_800);
    scene.sweep(null);
    const first = new Map<string, number>();
    for (const { seq, record } of scene.journal()) {
      const kind = 'method' in record ? `${record.type} ${record.method}` : record.type;
      if (!first.has(kind)) first.set(kind, seq);
    }
    kinds = [...first];
    scene.clean();
  }, 120_000);

  afterAll(() => models.remove());

  const cases = [
    ['resume', () => true],
    // a restore needs less of the journal: the records around what is touched
    ['restore', (kind: string) => /^(intent|outcome|generation|restored)/.test(kind)],
  ] as const;

  for (const [mode, chosen] of cases) {
    it(`${mode} leaves nothing lost, nothing measured twice, no orphan, and the original back`, () => {
      const table = kinds
        .filter(([kind]) => chosen(kind))
        .map(([kind, seq]) => {
          const scene = new Scene([requireReal('llama-server')], model, 18_801 + (seq % 100));
          const killed = scene.sweep(seq);
          const run = scene.holdpoint([mode, scene.runDir(), '--json']);
          const wrong = killed.signal === 'SIGKILL' ? wrongAfter(mode, scene, run) : ['was not killed'];
          scene.clean();
          return [kind, wrong] as const;
        });
      expect(table.filter(([, wrong]) => wrong.length > 0)).toEqual([]);
      expect(table.length).toBeGreaterThan(5);
    }, 900_000);
  }
});
