import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { describeReal } from '../helpers/real-things.ts';
import { test } from './lab.ts';
import { textOf, waitBlocking } from './support/blocking.ts';
import { evidenceAt, stateOf } from './support/ran.ts';

const workloads = [{ name: 'w', prompts: 'builtin:count', api: 'completions', requests: 12, max_tokens: 8 }];
const parameters = { slots: { flag: '-np', values: [1, 2] } };

describeReal(['llama-server'], 'a server that is lost while it is measured', () => {
  test.concurrent('restarts itself: generation-changed, the measurement is void and there is no number', async ({
    lab,
  }) => {
    const command = [...lab.fixture('restarts-itself.mjs'), ...(await lab.server())];
    let leader = 0;
    const restart = (): void => {
      const log = join(lab.runDir, 'trials/01-slots-1/start-1/server.log');
      const starts = () => textOf(log).split('llama_server: listening').length;
      const before = starts();
      process.kill(leader, 'SIGUSR2');
      waitBlocking('the server is back', () => starts() > before);
    };
    const ran = await lab.sweep(
      lab.configuration(command, { parameters, workloads }),
      (record) => {
        if (record.type === 'generation') leader = record.generation.pid;
      },
      (progress, trial) => {
        if (trial === 'slots=1' && progress.done === 3) restart();
      },
    );
    const trial = ran.trial('slots=1');
    expect(trial).toMatchObject({ status: 'void', starts: { length: 3 } });
    for (const start of trial.starts) {
      expect(start.fault).toMatchObject({
        name: 'generation-changed',
        class: 'measurement',
        scope: 'measurement',
      });
      expect(start.fault?.message).toMatch(
        /^pid \d+ was measured, pid \d+ answers now: the server was restarted in between$/,
      );
      expect(start.fault?.data['before']).not.toEqual(start.fault?.data['now']);
      expect(evidenceAt(start, 'unchanged')).toContain('llama-server');
      expect(stateOf(start, 'unchanged')).toBe('failed');
      expect(start.measurements).toEqual([]);
    }
    expect(JSON.stringify(trial)).not.toContain('output_tokens_per_s');
    expect(readFileSync(join(ran.dir, 'summary.json'), 'utf8').match(/"output_tokens_per_s"/g)).toHaveLength(
      1,
    );
    expect(ran.trial('slots=2').status).toBe('measured');
    expect(ran.exit).toBe(10);
  });

  test.concurrent('dies: died-under-load, no number, and a second try that is measured', async ({ lab }) => {
    let pid = 0;
    let killed = false;
    const ran = await lab.sweep(
      lab.configuration(await lab.server(), { parameters, workloads }),
      (record) => {
        if (record.type === 'generation') pid = record.generation.pid;
      },
      (progress) => {
        if (killed || progress.done !== 3) return;
        killed = true;
        process.kill(pid, 'SIGKILL');
      },
    );
    expect(ran.trial('slots=1')).toMatchObject({ status: 'measured', starts: { length: 2 } });
    const fault = ran.faultOf('slots=1');
    expect(fault).toMatchObject({
      name: 'died-under-load',
      class: 'crashed',
      scope: 'setting',
      retry: { max: 1 },
      data: { code: null, signal: 'SIGKILL' },
    });
    expect(ran.start('slots=1', 1).measurements).toEqual([]);
    expect(ran.start('slots=1', 2)).toMatchObject({
      attempt: 2,
      adopted: false,
      measurements: { length: 1 },
    });
    expect(ran.start('slots=1', 2).generation?.pid).not.toBe(ran.start('slots=1', 1).generation?.pid);
    expect(ran.trial('slots=2').status).toBe('measured');
    expect(ran.exit).toBe(0);
  });
});
