import { expect } from 'vitest';
import { GiB } from '../../../src/core/units.ts';
import { until } from '../../contract/until.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { test } from '../lab.ts';
import { waitBlocking } from '../support/blocking.ts';
import { familyOf, isAlive, residentBytes } from '../support/processes.ts';
import { PATIENCE, PythonEngine } from '../support/python-engine.ts';
import { evidenceAt, logLineOf, type Ran } from '../support/ran.ts';
import { named, record } from './evidence.ts';

const REPORT = 'server-info';
const NGRAM = '{"method":"ngram","num_speculative_tokens":4,"prompt_lookup_max":3}';

const signals = (ran: Ran) => ran.deeds.filter((deed) => deed.startsWith('signal'));
const stops = (ran: Ran) =>
  ran
    .points('stopped')
    .filter(({ state }) => state !== 'skipped')
    .map(({ state, evidence }) => `${state}: ${evidence[0]?.text}`);

describeReal(['vllm', 'linux-proc', 'an-hour'], 'a real vLLM on the processor', () => {
  test(
    'three settings: the exact text, and every parameter read back by its rule',
    PATIENCE,
    async ({ lab }) => {
      const engine = await PythonEngine.of('vllm', lab);
      const parameters = {
        seqs: { flag: '--max-num-seqs', values: [2, 4, 8] },
        length: { flag: '--max-model-len', values: [1024, 2048, 4096] },
        prefix: {
          flag: '--enable-prefix-caching',
          off: '--no-enable-prefix-caching',
          values: [true, false],
        },
        spec: { flag: '--speculative-config', values: [null, NGRAM] },
      };
      const settings = [
        { name: 'small', seqs: 2, length: 1024, prefix: false, spec: null },
        { name: 'middle', seqs: 4, length: 2048, prefix: true, spec: null },
        { name: 'drafting', seqs: 8, length: 4096, prefix: true, spec: NGRAM },
      ];
      const ran = await lab.sweep(engine.configuration({ parameters, settings }));
      expect(ran.exit).toBe(0);
      for (const { name, ...values } of settings) {
        expect(ran.trial(name)).toMatchObject({ status: 'measured', starts: { length: 1 } });
        const start = ran.start(name);
        expect(start.measurements[0], 'every answer is the exact text').toMatchObject({ ok: 4 });
        for (const [parameter, wanted] of Object.entries(values))
          expect(start.effective[parameter], `${name} ${parameter}`).toMatchObject({
            wanted,
            got: wanted,
            rule: 'equal',
            source: REPORT,
            agrees: true,
          });
      }
      const told = evidenceAt(ran.start('drafting'), 'effective');
      expect(told).toContain('/server_info scheduler_config.max_num_seqs = 8');
      expect(told).toContain('/v1/models max_model_len = 4096');
      const instances = settings.map(({ name }) =>
        Number(/instance_id (\d+)/.exec(evidenceAt(ran.start(name), 'effective'))?.[1]),
      );
      expect(new Set(instances).size, 'three servers').toBe(3);
      record('nothing wrong (vLLM)', {
        seen: 'three settings, one of them with n-gram drafts',
        named: '-',
        did: `exit ${ran.exit}; all three measured, every answer the exact text, every value read back from \`/server_info\``,
      });
    },
  );

  test('a stale server on the port answers and is never measured', PATIENCE, async ({ lab }) => {
    const engine = await PythonEngine.of('vllm', lab);
    const stale = await engine.foreign();
    const parameters = { seqs: { flag: '--max-num-seqs', values: [2, 4, 8] } };
    const ran = await lab.sweep(engine.configuration({ parameters }));
    expect(ran.fault).toMatchObject({ name: 'port-held', scope: 'run', data: { pid: stale.pid } });
    expect(ran.touched).toBe(false);
    expect(ran.exit).toBe(20);
    expect(isAlive(stale.pid), 'it is left alone').toBe(true);
    const family = familyOf(stale.pid);
    record('stale server on the port (vLLM)', {
      seen: 'a vLLM of somebody else serves on the port before the sweep begins',
      named: named(ran.fault),
      did: `exit ${ran.exit}; nothing started, nothing measured, the other one left alone`,
    });
    process.kill(stale.pid); // killed, it would leave shared memory behind
    await until(() => !family.some(isAlive));
  });

  test(
    'a wrapper drops the swept flag: what the server really has is read back',
    PATIENCE,
    async ({ lab }) => {
      const engine = await PythonEngine.of('vllm', lab);
      const parameters = { seqs: { flag: '--max-num-seqs', values: [2] } };
      const dropping = [...lab.fixture('drops-flag.mjs'), '-max-num-seqs', ...engine.launch.argv];
      const ran = await lab.sweep(engine.configuration({ parameters }, dropping));
      const { got } = ran.faultOf('seqs=2').data;
      expect(ran.faultOf('seqs=2')).toMatchObject({ name: 'config-mismatch', data: { wanted: 2 } });
      expect(got, 'the default').toBeGreaterThan(2);
      expect(ran.start('seqs=2').measurements).toEqual([]);
      expect(ran.exit).toBe(10);
      record('flag that a wrapper drops (vLLM)', {
        seen: `the server starts and answers, with \`--max-num-seqs ${got}\` for every setting`,
        named: named(ran.faultOf('seqs=2'), 'wanted', 'got'),
        did: `exit ${ran.exit}; read back what it really has, measured nothing`,
      });
    },
  );

  test(
    'the first TERM is lost while it loads: it is repeated until all are gone',
    PATIENCE,
    async ({ lab }) => {
      const engine = await PythonEngine.of('vllm', lab);
      const parameters = { seqs: { flag: '--max-num-seqs', values: [2] } };
      let loading: readonly number[] = [];
      const limits = { load: '2s' };
      const ran = await lab.sweep(engine.configuration({ parameters, limits }), (entry) => {
        if (entry.type !== 'holdpoint' || entry.result.name !== 'started') return;
        // here Holdpoint waits, so that its limit passes while the core of the engine is being loaded
        waitBlocking('the core to be started', () => isCoreStarted(lab.servers), 600_000);
        loading = lab.servers.map(({ pid }) => pid);
      });
      expect(ran.faultOf('seqs=2')).toMatchObject({ name: 'load-timeout', class: 'hung' });
      expect(stops(ran)).toEqual([
        expect.stringMatching(/^passed: every process of pid \d+, .* is gone after/),
      ]);
      expect(signals(ran).length, 'one was not enough').toBeGreaterThan(1);
      expect(loading.length).toBeGreaterThan(1);
      expect(loading.filter(isAlive)).toEqual([]);
      record('TERM lost while loading (vLLM)', {
        seen: 'the limit of the load passes while the core is being loaded; the first TERM changes nothing',
        named: named(ran.faultOf('seqs=2')),
        did: `sent ${signals(ran).length} signals, until every process was gone`,
      });
    },
  );

  test(
    'the core outlives a killed API server, and is gone before the next one starts',
    PATIENCE,
    async ({ lab }) => {
      const engine = await PythonEngine.of('vllm', lab);
      const parameters = { seqs: { flag: '--max-num-seqs', values: [2] } };
      let leader = 0;
      let survivors: readonly number[] = [];
      let held = 0;
      const left: (readonly number[])[] = [];
      const ran = await lab.sweep(engine.configuration({ parameters }), (entry) => {
        if (entry.type === 'generation') leader = entry.generation.pid;
        if (entry.type === 'intent' && entry.method === 'start' && survivors.length > 0)
          left.push(survivors.filter(isAlive));
        const isReady = entry.type === 'holdpoint' && entry.result.name === 'effective';
        if (!isReady || survivors.length > 0) return;
        survivors = familyOf(leader).filter((pid) => pid !== leader);
        process.kill(leader, 'SIGKILL');
        waitBlocking('the API server to be gone', () => !isAlive(leader));
        held = survivors.reduce((sum, pid) => sum + residentBytes(pid), 0);
      });
      expect(survivors.length, 'core, worker and tracker').toBeGreaterThan(1);
      expect(held, 'bytes that they held without it').toBeGreaterThan(GiB);
      expect(ran.faultOf('seqs=2')).toMatchObject({ data: { signal: 'SIGKILL' } });
      expect(left.length, 'another start came after it').toBeGreaterThan(0);
      expect(left.flat(), 'none of them was alive then').toEqual([]);
      expect(ran.trial('seqs=2')).toMatchObject({ status: 'measured', starts: { length: 2 } });
      record('core that outlives its API server (vLLM)', {
        seen: `SIGKILL to the API server under load; ${survivors.length} processes lived on with ${(held / GiB).toFixed(1)} GiB, the port was free`,
        named: named(ran.faultOf('seqs=2'), 'signal'),
        did: 'ended them all before anything else was started, then measured the setting on a second start',
      });
    },
  );

  test(
    'a cache too small for one request: the root line is named, not the wrappers after it',
    PATIENCE,
    async ({ lab }) => {
      const engine = await PythonEngine.of('vllm', lab);
      const parameters = { blocks: { flag: '--num-gpu-blocks-override', values: [4] } };
      const ran = await lab.sweep(engine.configuration({ parameters }));
      const fault = ran.faultOf('blocks=4');
      expect(fault).toMatchObject({ name: 'exited', class: 'infeasible', data: { cause: 'out-of-memory' } });
      expect(logLineOf(fault).text).toMatch(
        /ValueError: To serve at least one request with the model's max seq len/,
      );
      expect(ran.trial('blocks=4')).toMatchObject({ status: 'failed', starts: { length: 1 } });
      expect(ran.exit).toBe(10);
      record('setting that cannot start: cache too small (vLLM)', {
        seen: '`--num-gpu-blocks-override 4`; the cause stands seconds before the wrapper errors with which it ends',
        named: named(fault, 'cause'),
        did: `exit ${ran.exit}; quoted the root line, \`ValueError: To serve at least one request ...\`, and did not try again`,
      });
    },
  );
});

/** While it imports it is a child that Python has just spawned; later it has a title of its own. */
function isCoreStarted(servers: readonly { readonly command: string }[]): boolean {
  return servers.some(({ command }) => /spawn_main|VLLM::EngineCore/.test(command));
}
