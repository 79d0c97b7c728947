import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDetails } from '../../../../src/adapters/accelerator/nvidia/mig/details.ts';
import { parseList } from '../../../../src/adapters/accelerator/nvidia/mig/list.ts';
import { Nvidia, type NvidiaOptions } from '../../../../src/adapters/accelerator/nvidia/nvidia.ts';
import { MiB } from '../../../../src/core/units.ts';
import { ScriptedHost, TOOL } from './scripted-host.ts';
import { type App, eight, UUIDS } from './smi.ts';

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../fixtures/nvidia', name), 'utf8');
const LIST = fixture('mig-list.txt');
const DETAILS = fixture('mig-details.xml');
const [PARENT = '', WHOLE = ''] = UUIDS;
const FIRST = 'MIG-c7384736-a75d-5afc-978f-d2f1294409fd';
const SECOND = 'MIG-a28ad590-3fda-56dd-84fc-0a0b96edc58d';

interface Texts {
  readonly list?: string;
  readonly details?: string;
  readonly apps?: readonly App[];
}

/** The first of two devices is split. */
function split(options: Partial<NvidiaOptions> = {}, texts: Texts = {}) {
  const gpus = eight('[Insufficient Permissions]')
    .slice(0, 2)
    .map((gpu, i) => ({ ...gpu, ...(i === 0 ? { mig: 'Enabled' } : { used: 40 * MiB, mig: 'Disabled' }) }));
  const scripted = new ScriptedHost(() => ({ gpus, apps: texts.apps ?? [] }));
  const answer = scripted.run.bind(scripted);
  scripted.run = async (argv, given) => {
    const run = await answer(argv, given);
    if (argv[1] === '-L') return { ...run, stdout: texts.list ?? LIST };
    return argv[1] === '-q' ? { ...run, stdout: texts.details ?? DETAILS } : run;
  };
  const accelerator = new Nvidia({
    host: scripted.host,
    tool: TOOL,
    devices: null,
    floored: [],
    environment: null,
    ...options,
  });
  return { scripted, accelerator };
}

const seen = (value: string) => ({ environment: { CUDA_VISIBLE_DEVICES: value } });

test('each instance is a device with a name, a memory and holders of its own', async () => {
  const { scripted, accelerator } = split();
  const member = scripted.add({ pid: 4242 });
  expect(await accelerator.read([member], [])).toMatchObject([
    {
      id: FIRST,
      name: 'NVIDIA RTX PRO 6000 MIG 4g.40gb',
      used_bytes: 30_298 * MiB,
      free_bytes: 10_150 * MiB,
      total_bytes: 40_448 * MiB,
      shared: false,
      holders: [{ pid: 4242, ours: true, used_bytes: 30_180 * MiB }],
    },
    { id: SECOND, used_bytes: 37 * MiB, holders: [] },
    { id: WHOLE, used_bytes: 40 * MiB, holders: [] },
  ]);
});

test.each([
  [FIRST, [FIRST]],
  ['MIG-a28a', [SECOND]],
  [`${SECOND},${WHOLE}`, [SECOND, WHOLE]],
  [`MIG-${PARENT}/2/0`, [SECOND]],
  [`MIG-${PARENT}/9/0`, [FIRST, SECOND, WHOLE]],
  // CUDA takes one of its instances, and it is not said which
  [PARENT, [FIRST, SECOND]],
  ['0', [FIRST, SECOND, WHOLE]],
  ['MIG-', [FIRST, SECOND, WHOLE]],
])('CUDA_VISIBLE_DEVICES=%s', async (value, expected) => {
  const devices = await split(seen(value)).accelerator.read([], []);
  expect(devices.map(({ id }) => id)).toEqual(expected);
});

test('the configuration names an instance, or a split device and with it all of its instances', async () => {
  const ids = async (devices: readonly string[]) =>
    (await split({ devices }).accelerator.read([], [])).map(({ id }) => id);
  expect(await ids([SECOND])).toEqual([SECOND]);
  expect(await ids([PARENT])).toEqual([FIRST, SECOND]);
  await expect(ids(['MIG-none'])).rejects.toMatchObject({
    fault: {
      name: 'device-missing',
      message: expect.stringContaining(SECOND),
      data: { listed: [FIRST, SECOND, WHOLE] },
    },
  });
});

test('the names of drivers before R470 are read too', async () => {
  const list = fixture('mig-list-r460.txt');
  const devices = await split(seen(`MIG-${PARENT}/1/0`), { list }).accelerator.read([], []);
  expect(devices.map(({ id }) => id)).toEqual([`MIG-${PARENT}/1/0`]);
});

test('a process of which no instance is told may be on each of them', async () => {
  const details = DETAILS.replace(
    '<gpu_instance_id>1</gpu_instance_id>\n\t\t\t\t<compute_instance_id>0</compute_instance_id>\n\t\t\t\t<pid>',
    '<gpu_instance_id>N/A</gpu_instance_id>\n\t\t\t\t<compute_instance_id>N/A</compute_instance_id>\n\t\t\t\t<pid>',
  );
  expect(details).not.toBe(DETAILS);
  const devices = await split({}, { details }).accelerator.read([], []);
  expect(devices.map(({ holders }) => holders.map(({ used_bytes }) => used_bytes))).toEqual([
    [null],
    [null],
    [],
  ]);
});

test('memory of an instance that may not be read is unknown', async () => {
  const details = DETAILS.replace('30298 MiB', 'Insufficient Permissions');
  expect((await split({}, { details }).accelerator.read([], []))[0]).toMatchObject({ used_bytes: null });
});

describe('what does not fit together is no reading', () => {
  test.each<[string, Texts]>([
    ['an instance that is listed and not described', { list: LIST.replace('Device  1', 'Device  4') }],
    ['an instance fewer', { list: LIST.replace(/ {2}MIG 3g.*\n/, '') }],
    ['a device that is not described', { details: DETAILS.replaceAll(PARENT, 'GPU-ffff') }],
    ['a name that pretends to be a process', { details: DETAILS.replace('>python3<', '><process_info><') }],
    ['no XML', { details: 'words\n' }],
    ['a line that is no device', { list: 'words\n' }],
  ])('%s', async (_why, texts) => {
    await expect(split({}, texts).accelerator.read([], [])).rejects.toMatchObject({
      fault: { name: 'probe-failed' },
    });
  });
});

test('a host without split devices is asked nothing more', async () => {
  const scripted = new ScriptedHost(() => ({ gpus: eight(0) }));
  const rest = { devices: null, floored: [], environment: null };
  await new Nvidia({ host: scripted.host, tool: TOOL, ...rest }).read([], []);
  expect(scripted.calls).toHaveLength(2);
});

test('the parts alone', () => {
  const list = parseList(LIST);
  expect('rows' in list && list.rows.map(({ number, profile }) => [number, profile])).toEqual([
    [0, '4g.40gb'],
    [1, '3g.40gb'],
  ]);
  expect(parseDetails(DETAILS)).toMatchObject({
    rows: [
      { uuid: PARENT, instances: [{ gpu: 1 }, { gpu: 2 }] },
      { uuid: WHOLE, instances: [], processes: [] },
    ],
  });
});
