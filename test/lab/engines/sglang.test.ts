import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { describeReal } from '../../helpers/real-things.ts';
import { test } from '../lab.ts';
import { isAlive } from '../support/processes.ts';
import { PATIENCE, PythonEngine } from '../support/python-engine.ts';
import { evidenceAt, stateOf } from '../support/ran.ts';

describeReal(['sglang', 'linux-proc'], 'a real SGLang on the processor', () => {
  test(
    'three settings: the exact text, and every parameter read back by its rule',
    PATIENCE,
    async ({ lab }) => {
      const engine = await PythonEngine.of('sglang', lab);
      const parameters = {
        running: { flag: '--max-running-requests', values: [2, 4, 8] },
        chunk: { flag: '--chunked-prefill-size', values: [128, 256, 512] },
        policy: { flag: '--schedule-policy', values: ['fcfs', 'lpm'] },
      };
      const settings = [
        { name: 'small', running: 2, chunk: 128, policy: 'fcfs' },
        { name: 'middle', running: 4, chunk: 256, policy: 'lpm' },
        { name: 'large', running: 8, chunk: 512, policy: 'fcfs' },
      ];
      const ran = await lab.sweep(engine.configuration({ parameters, settings }));
      const faults = ran.result.document.trials.flatMap(({ starts }) =>
        starts.map(({ fault }) => fault?.message),
      );
      expect(faults).toEqual([undefined, undefined, undefined]);
      expect(ran.exit).toBe(0);
      for (const { name, ...values } of settings) {
        expect(ran.trial(name)).toMatchObject({ status: 'measured', starts: { length: 1 } });
        const start = ran.start(name);
        expect(start.measurements[0], 'every answer is the exact text').toMatchObject({ ok: 4 });
        for (const [parameter, wanted] of Object.entries(values))
          expect(start.effective[parameter], `${name} ${parameter}`).toMatchObject({
            wanted,
            got: wanted,
            source: 'server-info',
            agrees: true,
          });
      }
      const seeds = settings.map(({ name }) =>
        Number(/random_seed (\d+)/.exec(evidenceAt(ran.start(name), 'effective'))?.[1]),
      );
      expect(new Set(seeds).size, 'three servers').toBe(3);
    },
  );

  test(
    'its own log says ready while its warm-up went to an old server: it is not believed',
    PATIENCE,
    async ({ lab }) => {
      const engine = await PythonEngine.of('sglang', lab);
      const parameters = { running: { flag: '--max-running-requests', values: [2] } };
      let old: { readonly pid: number; readonly log: string } | undefined;
      const ran = await lab.sweep(engine.configuration({ parameters }), (record) => {
        if (record.type !== 'intent' || record.method !== 'start') return;
        old ??= lab.foreignThatSays(/listening/, [...lab.fixture('old-sglang.mjs'), String(lab.port)]);
      });
      if (old === undefined) throw new Error('nothing was started');
      const log = readFileSync(join(ran.dir, 'trials/01-running-2/start-1/server.log'), 'utf8');
      expect(log).toContain('The server is fired up and ready to roll!');
      expect(log).toContain('address already in use');
      expect(readFileSync(old.log, 'utf8'), 'the warm-up went there').toContain('POST /generate');
      const start = ran.start('running=2');
      expect(stateOf(start, 'generating')).toBe('not reached');
      expect(start.measurements).toEqual([]);
      expect(ran.faultOf('running=2')).toMatchObject({ data: { pid: old.pid } });
      expect(ran.trial('running=2').status).not.toBe('measured');
      expect(isAlive(old.pid), 'it is left alone').toBe(true);
    },
  );
});
