import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { GiB } from '../../../src/core/units.ts';
import { describeReal, requireReal } from '../../helpers/real-things.ts';
import { test } from '../lab.ts';
import { textOf, waitBlocking } from '../support/blocking.ts';
import { familyOf, isAlive } from '../support/processes.ts';
import { PATIENCE, PythonEngine } from '../support/python-engine.ts';
import { evidenceAt, logLineOf, stateOf } from '../support/ran.ts';
import { named, record } from './evidence.ts';

/** Under `--mem-fraction-static 0.1` more than a tenth of what is free is too much. */
const TAKEN = 5 * GiB;

const FIXTURES = join(import.meta.dirname, '../fixtures');

describeReal(['sglang', 'python3', 'linux-proc', 'an-hour'], 'a real SGLang on the processor', () => {
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
      expect(ran.result.fault).toBeNull();
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
      // it leaves this behind at every end, which must not be taken for its memory
      expect(evidenceAt(ran.start('middle'), 'released')).toMatch(
        /^left behind, with little in it: \/dev\/shm\/sglang_loads_\w+\.shm \(under 1 MiB\)$/m,
      );
      const seeds = settings.map(({ name }) =>
        Number(/random_seed (\d+)/.exec(evidenceAt(ran.start(name), 'effective'))?.[1]),
      );
      expect(new Set(seeds).size, 'three servers').toBe(3);
      record('nothing wrong (SGLang)', {
        seen: 'three settings; each server leaves an object in shared memory behind at its clean end',
        did: `exit ${ran.exit}; all three measured, every answer the exact text, every value read back from \`/server_info\``,
      });
    },
  );

  test(
    'its own log says ready while its warm-up went to an old server: it is not believed',
    PATIENCE,
    async ({ lab }) => {
      const engine = await PythonEngine.of('sglang', lab);
      const parameters = { running: { flag: '--max-running-requests', values: [2] } };
      let old: { readonly pid: number; readonly log: string } | undefined;
      const ran = await lab.sweep(engine.configuration({ parameters }), (entry) => {
        if (entry.type !== 'intent' || entry.method !== 'start') return;
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
      record('warm-up that goes to an old server (SGLang)', {
        seen: 'another server takes the port while it loads; its own log says `fired up and ready to roll!`',
        named: named(ran.faultOf('running=2')),
        did: 'did not believe the log, named the holder of the port, measured nothing',
      });
    },
  );

  test(
    'its text blames a flag while another process took the memory: the flag is right, and tried again',
    PATIENCE,
    async ({ lab }) => {
      const engine = await PythonEngine.of('sglang', lab);
      const parameters = { running: { flag: '--max-running-requests', values: [2] } };
      let leader = 0;
      let thief: { readonly pid: number } | undefined;
      const ran = await lab.sweep(engine.configuration({ parameters }), (entry) => {
        if (entry.type === 'generation') leader = entry.generation.pid;
        if (entry.type === 'start.ended' && thief !== undefined && isAlive(thief.pid))
          process.kill(thief.pid);
        const isStarted = entry.type === 'holdpoint' && entry.result.name === 'started';
        if (!isStarted || thief !== undefined) return;
        const log = join(lab.runDir, 'trials/01-running-2/start-1/server.log');
        // between its two looks at the memory it stands still, so that the other one is quick enough
        waitBlocking('its first look', () => textOf(log).includes('Memory baseline taken'), 600_000);
        const family = familyOf(leader);
        for (const pid of family) process.kill(pid, 'SIGSTOP');
        thief = lab.foreignThatSays(/^holds/, [
          requireReal('python3'),
          join(FIXTURES, 'takes-memory.py'),
          String(TAKEN),
        ]);
        for (const pid of family) process.kill(pid, 'SIGCONT');
      });
      const fault = ran.faultOf('running=2');
      expect(logLineOf(fault).text).toContain(
        'Loaded weights leave no GPU memory for the KV cache under --mem-fraction-static=0.1',
      );
      expect(fault).toMatchObject({
        name: 'exited',
        class: 'leftover',
        data: { cause: 'out-of-memory-leftover', leftover: 'suspected' },
      });
      const told = fault.evidence.find(({ kind }) => kind === 'memory')?.text ?? '';
      const taken = Number(/others took ([\d.]+) GiB meanwhile$/.exec(told)?.[1]);
      // beside it the rest of this machine comes and goes
      expect(taken).toBeGreaterThan(0);
      expect(ran.trial('running=2').status, 'with the very same flags').toBe('measured');
      expect(ran.start('running=2', 2).fault).toBeNull();
      record('text that blames a flag (SGLang)', {
        seen: `another process takes ${TAKEN / GiB} GiB between two looks at the memory; the log says \`Raise --mem-fraction-static\``,
        named: named(fault, 'cause', 'leftover'),
        did: `told that others took ${taken} GiB meanwhile, waited, measured the very same flags on the second start`,
      });
    },
  );
});
