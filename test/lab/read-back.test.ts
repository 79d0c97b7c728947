import { expect } from 'vitest';
import { describeReal } from '../helpers/real-things.ts';
import { type Lab, test } from './lab.ts';
import { evidenceAt, type Ran, stateOf } from './support/ran.ts';

/** Ready by its own word, answering with the right text, and not what was asked for: no number, on to the next one. */
function expectMismatch(ran: Ran, bad: string, good: string): void {
  const start = ran.start(bad);
  expect(ran.faultOf(bad)).toMatchObject({
    name: 'config-mismatch',
    class: 'invalid-setting',
    scope: 'setting',
  });
  expect(evidenceAt(start, 'loaded')).toContain('health answered 200');
  expect(stateOf(start, 'generating')).toBe('passed');
  expect(stateOf(start, 'effective')).toBe('failed');
  expect(start.measurements).toEqual([]);
  expect(ran.trial(bad)).toMatchObject({ status: 'failed', starts: { length: 1 } });
  expect(ran.trial(good).status).toBe('measured');
  expect(ran.deeds.indexOf(`${bad} failed`)).toBeLessThan(ran.deeds.indexOf(`change to setting ${good}`));
  expect(ran.exit).toBe(10);
}

async function drafts(lab: Lab, options: Readonly<Record<string, object>>): Promise<Ran> {
  const parameters = { draft: { values: options } };
  return lab.sweep(lab.configuration(await lab.server(), { parameters }));
}

describeReal(['llama-server'], 'what a ready server runs with is read back', () => {
  test.concurrent('draft of another vocabulary: ready and no speculation', async ({ lab }) => {
    const bad = { '-md': await lab.model('foreign'), '--spec-type': 'draft-simple' };
    const good = { '-md': await lab.model('draft'), '--spec-type': 'draft-simple' };
    const ran = await drafts(lab, { bad, good });
    expectMismatch(ran, 'draft=bad', 'draft=good');
    const told = evidenceAt(ran.start('draft=bad'), 'effective');
    expect(told).toContain('/slots speculative = false');
    expect(told).toContain('0 tokens drafted in the probes');
    expect(ran.start('draft=bad').effective).toMatchObject({
      'draft.--spec-type': { wanted: 'draft-simple', got: 'none', agrees: false },
    });
    const measured = ran.start('draft=good').measurements[0];
    expect(measured?.drafted_tokens).toBeGreaterThan(0);
    expect(evidenceAt(ran.start('draft=good'), 'effective')).toMatch(/[1-9]\d* tokens drafted in the probes/);
  });

  test.concurrent('-md without a type: ready, the draft is loaded and never used', async ({ lab }) => {
    const file = await lab.model('draft');
    const ran = await drafts(lab, { bad: { '-md': file }, good: {} });
    expectMismatch(ran, 'draft=bad', 'draft=good');
    expect(ran.faultOf('draft=bad').data).toMatchObject({ wanted: file, got: null });
    expect(evidenceAt(ran.start('draft=bad'), 'effective')).toContain(
      `draft model ${file}; /slots speculative = false`,
    );
    expect(ran.start('draft=good').measurements[0]).toMatchObject({ ok: 4, drafted_tokens: 0 });
  });

  test.concurrent('a wrapper that drops one swept flag', async ({ lab }) => {
    const command = [...lab.fixture('drops-flag.mjs'), 'np', ...(await lab.server())];
    const parameters = { slots: { flag: '-np', values: [2, 4] } };
    const settings = [
      { name: 'bad', slots: 2 },
      { name: 'good', slots: 4 },
    ];
    const ran = await lab.sweep(lab.configuration(command, { parameters, settings }));
    expectMismatch(ran, 'bad', 'good');
    expect(ran.faultOf('bad').data).toMatchObject({ parameter: 'slots', wanted: 2, got: 4 });
    expect(evidenceAt(ran.start('bad'), 'effective')).toContain('/props total_slots = 4');
  });

  test.concurrent('context rounded up agrees by rule', async ({ lab }) => {
    const parameters = { context: { flag: '-c', values: [1000] } };
    const ran = await lab.sweep(lab.configuration(await lab.contextless(), { parameters }));
    const { context } = ran.start('context=1000').effective;
    expect(context).toMatchObject({
      wanted: 1000,
      got: 1024,
      rule: 'rounded-up',
      agrees: true,
      source: 'server-info',
    });
    expect(context?.evidence).toContain('context rounded up (agrees by rule)');
    expect(ran.trial('context=1000').status).toBe('measured');
    expect(ran.exit).toBe(0);
  });

  test.concurrent('an explicit -np divides the context, and the evidence says so', async ({ lab }) => {
    const parameters = { slots: { flag: '-np', values: [4] } };
    const ran = await lab.sweep(lab.configuration(await lab.server(), { parameters }));
    const start = ran.start('slots=4');
    expect(start.effective['slots']).toMatchObject({ wanted: 4, got: 4, rule: 'equal', agrees: true });
    expect(evidenceAt(start, 'effective')).toContain('explicit -np that divides the context: 512 per slot');
    expect(ran.exit).toBe(0);
  });
});
