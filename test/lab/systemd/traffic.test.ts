import { expect } from 'vitest';
import { until } from '../../contract/until.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { test, type UnitLab } from '../support/systemd/unit-lab.ts';

const TWO = {
  parameters: { slots: { flag: '-np', values: [1, 2] } },
  settings: [
    { name: 'one', slots: 1 },
    { name: 'two', slots: 2 },
  ],
  baseline: 'current',
};

/** So long that whoever looks meets it in the middle of an answer. */
const LONG_ANSWER = 60_000;
/** So short that the one slot of the original is soon free for others. */
const SHORT_ANSWER = 500;

/** A client in another process that never stops asking. */
const client = (lab: UnitLab, tokens = LONG_ANSWER) =>
  lab.foreignThatSays(/is answered/, lab.fixture('asks-on.mjs').concat(lab.url, String(tokens)));

async function gone(lab: UnitLab, pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await until(() => lab.foreigners.length === 0);
}

async function serving(lab: UnitLab): Promise<void> {
  lab.install(await lab.server('-c', '131072', '-np', '1'));
  await lab.begin();
}

describeReal(['systemd', 'llama-server'], 'a unit of a real systemd that others use', () => {
  test('is busy: the client is named, and nothing is touched', async ({ lab }) => {
    await serving(lab);
    const before = lab.running();
    const { pid } = client(lab);
    const ran = await lab.sweep(lab.file(TWO));
    expect(ran.fault).toMatchObject({ name: 'busy', data: { peers: [{ pid, user: 'root', in_use: 1 }] } });
    expect(ran.fault.message).toBe(`1 request of others in flight, from pid ${pid} (node, user root)`);
    expect(JSON.stringify(ran.fault.evidence)).toContain('asks-on.mjs');
    expect([ran.exit, ran.touched, lab.running()]).toEqual([22, false, before]);
  });

  test('is drained by a hook, measured, and undrained when it is back', async ({ lab }) => {
    await serving(lab);
    const { pid } = client(lab);
    const told: string[] = [];
    const drain = await lab.call_backs.hook(async () => {
      told.push('drain');
      await gone(lab, pid);
    });
    const undrain = await lab.call_backs.hook(async () => {
      told.push('undrain');
      expect((await fetch(`${lab.url}/health`)).ok).toBe(true);
    });
    const hooks = { drain: [drain], undrain: [undrain] };
    const ran = await lab.sweep(lab.file({ ...TWO, hooks, limits: { drain: '20s' } }));
    expect([ran.exit, told]).toEqual([0, ['drain', 'undrain']]);
    expect(ran.points('drained').map(({ state }) => state)).toContain('passed');
    expect(ran.trial('two').status).toBe('measured');
  });

  test('is not drained in time: drain-timeout with the client, nothing touched, undrained', async ({
    lab,
  }) => {
    await serving(lab);
    const before = lab.running();
    const { pid } = client(lab);
    const told: string[] = [];
    const hook = (word: string) => lab.call_backs.hook(async () => void told.push(word));
    const hooks = { drain: [await hook('drain')], undrain: [await hook('undrain')] };
    const ran = await lab.sweep(lab.file({ ...TWO, hooks, limits: { drain: '1s' } }));
    expect(ran.fault).toMatchObject({ name: 'drain-timeout', data: { running: 1, peers: [{ pid }] } });
    expect([ran.exit, ran.touched, told]).toEqual([20, false, ['drain', 'undrain']]);
    expect(lab.running()).toEqual(before);
  });

  test('is swept --under-traffic: every number says so', async ({ lab }) => {
    await serving(lab);
    client(lab, SHORT_ANSWER);
    lab.under_traffic = true;
    const ran = await lab.sweep(lab.file(TWO));
    expect(ran.exit).toBe(0);
    const measured = ran.result.document.trials
      .flatMap(({ starts }) => starts)
      .flatMap((s) => s.measurements);
    expect(measured.map(({ under_traffic }) => under_traffic)).toEqual([true, true, true]);
  });
});
