import { expect, test } from 'vitest';
import { Nvidia, type NvidiaOptions } from '../../../../src/adapters/accelerator/nvidia/nvidia.ts';
import { GiB, MiB } from '../../../../src/core/units.ts';
import { ScriptedHost, TOOL } from './scripted-host.ts';
import { eight, UUIDS } from './smi.ts';

const MINE = UUIDS.slice(0, 4);
const SHOWN = { CUDA_VISIBLE_DEVICES: '0,1,2,3' };

/** Eight devices, nothing of the service runs, and somebody else's job is on device 5. */
function down(options: Partial<NvidiaOptions> = {}) {
  const foreign = { uuid: UUIDS[5] ?? '', pid: 700, used: 20 * GiB };
  const scripted = new ScriptedHost(() => ({
    gpus: eight((index) => (index === 5 ? 20 * GiB : 300 * MiB)),
    apps: [foreign],
  }));
  scripted.add({ pid: 700, user: 'mara' });
  const parts = { host: scripted.host, tool: TOOL, devices: null, floored: [], environment: null };
  return { scripted, accelerator: new Nvidia({ ...parts, ...options }) };
}

const ids = async (accelerator: Nvidia, ours: Parameters<Nvidia['read']>[0] = []) =>
  (await accelerator.read(ours, [])).map(({ id }) => id);

test('a unit that is down tells its devices by its own definition, once', async () => {
  let asked = 0;
  const own = async () => {
    asked += 1;
    return SHOWN;
  };
  const { accelerator } = down({ own });
  expect(await ids(accelerator)).toEqual(MINE);
  expect(await ids(accelerator)).toEqual(MINE);
  expect(asked).toBe(1);
});

test('the devices of an earlier life are kept though nobody can say any more whose they are', async () => {
  const { accelerator } = down();
  accelerator.remember(MINE);
  expect(await ids(accelerator)).toEqual(MINE);
});

test('one of them that is not listed any more is missing', async () => {
  const { accelerator } = down();
  accelerator.remember([...MINE, 'GPU-gone']);
  await expect(accelerator.read([], [])).rejects.toMatchObject({
    fault: { name: 'device-missing', data: { device: 'GPU-gone' } },
  });
});

test.each([
  ['nobody can be asked', undefined],
  ['the definition cannot be read', async () => null],
  ['the definition does not say', async () => ({})],
])('all are watched until somebody says so: %s', async (_why, own) => {
  const { scripted, accelerator } = down(own === undefined ? {} : { own });
  expect(await ids(accelerator)).toEqual(UUIDS);
  const member = scripted.add({ pid: 10 });
  scripted.environments.set(10, SHOWN);
  expect(await ids(accelerator, [member])).toEqual(MINE);
});

test('a setting that shows other devices adds them to those of before', async () => {
  const { scripted, accelerator } = down();
  accelerator.remember(MINE);
  const member = scripted.add({ pid: 10 });
  scripted.environments.set(10, { CUDA_VISIBLE_DEVICES: '6' });
  expect(await ids(accelerator, [member])).toEqual([...MINE, UUIDS[6]]);
});
