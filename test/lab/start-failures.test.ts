import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Fault } from '../../src/core/fault.ts';
import { describeReal, requireReal } from '../helpers/real-things.ts';
import { type Lab, test } from './lab.ts';
import { logLineOf, type Ran, stateOf } from './support/ran.ts';

/** The line that the fault names stands in that file at that place, and it is a log of this sweep. */
function expectLogLine(ran: Ran, fault: Fault, text: RegExp): void {
  const named = logLineOf(fault);
  expect(named.text).toMatch(text);
  expect(named.file.startsWith(ran.dir)).toBe(true);
  expect(readFileSync(named.file, 'utf8').split(/\r?\n/)[named.line - 1]).toBe(named.text);
}

/** What a setting that cannot start leads to: it failed, and the sweep went on to the next one. */
function expectWentOn(ran: Ran, bad: string, good: string): void {
  expect(ran.trial(bad).status).toBe('failed');
  expect(stateOf(ran.explained(bad), 'loaded')).toBe('failed');
  expect(ran.explained(bad).measurements).toEqual([]);
  expect(ran.trial(good).status).toBe('measured');
  expect(ran.deeds.indexOf(`${bad} failed`)).toBeLessThan(ran.deeds.indexOf(`change to setting ${good}`));
  expect(ran.exit).toBe(10);
  expect(ran.restored).toEqual({ to: 'original', ok: true });
}

/** Two settings: `bad` adds these flags, `good` is the base command. */
async function badThenGood(lab: Lab, flags: object): Promise<Ran> {
  const parameters = { what: { values: { bad: flags, good: {} } } };
  return lab.sweep(lab.configuration(await lab.server(), { parameters }));
}

/** Flags that the engine refuses and of which the plan does not know it, and how it says so. */
const REFUSED = {
  'unknown flag': {
    flags: { '--speculative-ddtree-budget': 8 },
    cause: 'bad-flag',
    line: /^error: invalid argument: --speculative-ddtree-budget$/,
  },
  'bad value': {
    flags: { '--numa': 'bogus' },
    cause: 'bad-value',
    line: /^error while handling argument "--numa": invalid value$/,
  },
};

describeReal(['llama-server'], 'a start that fails', () => {
  test.concurrent.for(['missing', 'truncated'] as const)(
    '%s model: the machine is at fault, the sweep stops',
    async (model, { lab }) => {
      const line = {
        missing:
          /gguf_init_from_file: failed to open GGUF file '.*missing\.gguf' \(No such file or directory\)/,
        truncated: /error loading model: tensor '.*' data is not within the file bounds, model is corrupted/,
      }[model];
      const parameters = { slots: { flag: '-np', values: [1, 2] } };
      const ran = await lab.sweep(
        lab.configuration(await lab.server('-m', await lab.model(model)), { parameters }),
      );
      expect(ran.fault).toMatchObject({
        name: 'exited',
        class: 'environment',
        scope: 'run',
        data: { cause: 'weights-missing', code: 1, signal: null },
      });
      expectLogLine(ran, ran.fault, line);
      expect(ran.trial('slots=1').status).toBe('failed');
      expect(ran.trial('slots=2').status, 'nothing else is tried with it').toBe('pending');
      const deeds = [
        'release',
        'loaded failed',
        'slots=1 failed',
        'change to original',
        'restored original: true',
      ];
      expect(ran.deeds.slice(-5)).toEqual(deeds);
      expect(ran.exit).toBe(12);
    },
  );

  test.concurrent('missing model as a swept value: the setting is at fault, the sweep goes on', async ({
    lab,
  }) => {
    const [bad, good] = [await lab.model('missing'), await lab.model('count')];
    const parameters = { model: { flag: '-m', values: [bad, good] } };
    const settings = [
      { name: 'bad', model: bad },
      { name: 'good', model: good },
    ];
    const ran = await lab.sweep(lab.configuration(await lab.server(), { parameters, settings }));
    expect(ran.explained('bad').fault).toMatchObject({
      name: 'exited',
      class: 'invalid-setting',
      scope: 'setting',
      retry: { max: 0 },
      data: { cause: 'weights-missing', code: 1 },
    });
    expectLogLine(ran, ran.explained('bad').fault, /failed to open GGUF file '.*missing\.gguf'/);
    expectWentOn(ran, 'bad', 'good');
  });

  test.concurrent.for(Object.keys(REFUSED) as (keyof typeof REFUSED)[])(
    '%s: the setting is invalid, without a second try',
    async (what, { lab }) => {
      const { flags, cause, line } = REFUSED[what];
      const ran = await badThenGood(lab, flags);
      expect(ran.explained('what=bad').fault).toMatchObject({
        name: 'exited',
        class: 'invalid-setting',
        scope: 'setting',
        retry: { max: 0 },
        data: { cause, code: 1, signal: null },
      });
      expectLogLine(ran, ran.explained('what=bad').fault, line);
      expectWentOn(ran, 'what=bad', 'what=good');
    },
  );

  test.concurrent('what the plan knows to be refused is never started', async ({ lab }) => {
    const ran = await badThenGood(lab, { '--draft-max': 8, '-fa': 'maybe' });
    expect(ran.trial('what=bad')).toMatchObject({ status: 'skipped', starts: [] });
    expect(ran.trial('what=bad').fault?.message).toContain('--draft has been removed');
    expect(ran.trial('what=good').status).toBe('measured');
    expect(ran.restored).toEqual({ to: 'original', ok: true });
  });

  test.concurrent('out of memory under prlimit: a swept value is infeasible', async ({ lab }) => {
    const command = [requireReal('prlimit'), '--as=1500000000', ...(await lab.contextless())];
    const parameters = { what: { values: { bad: { '-c': 4_194_304 }, good: { '-c': 4096 } } } };
    const ran = await lab.sweep(lab.configuration(command, { parameters }));
    const fault = ran.explained('what=bad').fault;
    expect(fault).toMatchObject({
      name: 'exited',
      class: 'infeasible',
      scope: 'setting',
      retry: { max: 0 },
      data: { cause: 'out-of-memory', code: 1 },
    });
    expectLogLine(ran, fault, /ggml_aligned_malloc: insufficient memory \(attempted to allocate [\d.]+ MB\)/);
    expect(fault.data['leftover'], 'whether it was leftover is said').toBe('unknown');
    expectWentOn(ran, 'what=bad', 'what=good');
  });
});
