import { expect } from 'vitest';
import { describeReal } from '../helpers/real-things.ts';
import { type Lab, test } from './lab.ts';
import type { ModelName } from './support/models.ts';
import { evidenceAt, type Ran, stateOf } from './support/ran.ts';

/** The first setting serves this model, the second one counts. */
async function modelThenCount(lab: Lab, name: ModelName): Promise<Ran> {
  const [bad, good] = [await lab.model(name), await lab.model('count')];
  const parameters = { model: { values: { bad: { '-m': bad }, good: { '-m': good } } } };
  return lab.sweep(lab.configuration(await lab.server(), { parameters }));
}

function expectHealthyAndFailed(ran: Ran, starts: number): void {
  expect(ran.trial('model=bad')).toMatchObject({ status: 'failed', starts: { length: starts } });
  for (const start of ran.trial('model=bad').starts) {
    expect(evidenceAt(start, 'loaded')).toContain('health answered 200');
    expect(stateOf(start, 'generating')).toBe('failed');
    expect(start.measurements).toEqual([]);
  }
  expect(ran.trial('model=good').status).toBe('measured');
  expect(ran.deeds.indexOf('model=bad failed')).toBeLessThan(
    ran.deeds.indexOf('change to setting model=good'),
  );
  expect(ran.exit).toBe(10);
}

describeReal(['llama-server'], 'a healthy server that gives no answers', () => {
  test.concurrent('a model that repeats itself (--cycle 1): garbage, tried twice', async ({ lab }) => {
    const ran = await modelThenCount(lab, 'once');
    expect(ran.faultOf('model=bad')).toMatchObject({
      name: 'garbage',
      class: 'crashed',
      scope: 'setting',
      retry: { max: 1 },
    });
    expect(evidenceAt(ran.start('model=bad'), 'generating')).toMatch(/^( 1){20,}$/);
    expectHealthyAndFailed(ran, 2);
  });

  test.concurrent('HTTP 500 on generation while /health is 200: not-generating', async ({ lab }) => {
    const ran = await modelThenCount(lab, 'random');
    const fault = ran.faultOf('model=bad');
    expect(fault).toMatchObject({
      name: 'not-generating',
      class: 'hung',
      scope: 'setting',
      retry: { max: 0 },
    });
    expect(fault.message).toContain('status 500: http-500: The model produced output that does not match');
    expect(fault.evidence[0]).toMatchObject({ kind: 'answer', text: expect.stringContaining('status 500') });
    expectHealthyAndFailed(ran, 1);
  });
});
