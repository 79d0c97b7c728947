import { expect } from 'vitest';
import { describeReal } from '../../helpers/real-things.ts';
import { test } from '../lab.ts';
import { waitBlocking } from '../support/blocking.ts';
import { coreAmong, familyOf, isAlive } from '../support/processes.ts';
import { PATIENCE, PythonEngine } from '../support/python-engine.ts';
import { evidenceAt } from '../support/ran.ts';
import { named, record } from './evidence.ts';

describeReal(['vllm', 'linux-proc'], 'a real vLLM whose core is killed', () => {
  test(
    'ends with exit code 0, which is a crash; started once more it says the exact text',
    PATIENCE,
    async ({ lab }) => {
      const engine = await PythonEngine.of('vllm', lab);
      const parameters = { seqs: { flag: '--max-num-seqs', values: [2] } };
      let leader = 0;
      let killed = false;
      const ran = await lab.sweep(engine.configuration({ parameters }), (entry) => {
        if (entry.type === 'generation') leader = entry.generation.pid;
        const isReady = entry.type === 'holdpoint' && entry.result.name === 'effective';
        if (!isReady || killed) return;
        killed = true;
        process.kill(coreAmong(familyOf(leader)), 'SIGKILL');
        waitBlocking('the API server to be gone', () => !isAlive(leader), 60_000);
      });
      expect(ran.faultOf('seqs=2')).toMatchObject({ class: 'crashed', data: { code: 0, signal: null } });
      expect(ran.trial('seqs=2')).toMatchObject({ status: 'measured', starts: { length: 2 } });
      const again = ran.start('seqs=2', 2);
      expect(again.measurements[0], 'every answer is the exact text').toMatchObject({ ok: 4 });
      expect(again.effective['seqs']).toMatchObject({
        wanted: 2,
        got: 2,
        rule: 'equal',
        source: 'server-info',
      });
      const instances = [1, 2].map((start) =>
        Number(/instance_id (\d+)/.exec(evidenceAt(ran.start('seqs=2', start), 'effective'))?.[1]),
      );
      expect(new Set(instances).size, 'two servers').toBe(2);
      record('exit code 0 on a crash (vLLM)', {
        seen: 'SIGKILL to `VLLM::EngineCore` when it is ready; the API server ends by itself with exit code 0',
        named: named(ran.faultOf('seqs=2'), 'code'),
        did: 'called it a crash, started the setting once more, measured it',
      });
    },
  );
});
