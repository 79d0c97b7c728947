import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCell } from '../../../../src/adapters/accelerator/nvidia/cell.ts';
import { parseApps, parseGpus } from '../../../../src/adapters/accelerator/nvidia/parse.ts';
import { gpuFields } from '../../../../src/adapters/accelerator/nvidia/query.ts';
import { MiB } from '../../../../src/core/units.ts';

const FIELDS = gpuFields(true);
const UNAVAILABLE = [
  '[N/A]',
  'N/A',
  '[Not Supported]',
  '[Insufficient Permissions]',
  '[Unknown Error]',
  '[GPU requires reset]',
  'ERR!',
];
const uuid = fc.uuid().map((text) => `GPU-${text}`);
const cell = fc.oneof(
  fc.integer({ min: 0, max: 200_000 }).map((mib) => ({ text: String(mib), bytes: mib * MiB })),
  fc.constantFrom(...UNAVAILABLE).map((text) => ({ text, bytes: null })),
);
const bytes = (read: unknown): unknown => (typeof read === 'number' ? read : null);

describe('a cell', () => {
  test.each(UNAVAILABLE)('%s is no number, and says why', (text) => {
    expect(readCell(text)).toEqual({ unavailable: text.replace(/^\[|\]$/g, '') });
  });

  test.each([
    ['0', 0],
    ['97887', 97_887],
    ['97887 MiB', 97_887],
  ])('%s is a number', (text, value) => {
    expect(readCell(text)).toBe(value);
  });

  test.each(['', ' ', '-1', '1.5', '1e3', '12 GiB', 'No devices were found', '[]', 'nan', '0x10'])(
    '`%s` is neither',
    (text) => {
      expect(readCell(text)).toBeNull();
    },
  );
});

describe('the answer about devices', () => {
  test('is read back as it was printed, whatever is not available', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.record({ uuid, total: cell, used: cell, free: cell })), (gpus) => {
        const text = gpus.map(
          (gpu, i) =>
            `${i}, ${gpu.uuid}, 00000000:${i}:00.0, NVIDIA B200, ${gpu.total.text}, ${gpu.used.text}, ${gpu.free.text}, Disabled, Enabled\n`,
        );
        const read = parseGpus(text.join(''), FIELDS);
        expect(read).toEqual({
          rows: gpus.map((gpu, index) =>
            expect.objectContaining({
              index,
              uuid: gpu.uuid,
              name: 'NVIDIA B200',
              split: false,
              display: true,
            }),
          ),
        });
        if (!('rows' in read)) return;
        for (const [i, row] of read.rows.entries()) {
          expect([row.total, row.used, row.free].map(bytes)).toEqual(
            [gpus[i]?.total, gpus[i]?.used, gpus[i]?.free].map((given) => given?.bytes),
          );
        }
      }),
    );
  });

  const LINE =
    '0, GPU-5e1a7c10-93b4, 00000000:01:00.0, NVIDIA B200, 183359, 71680, 111679, Disabled, Disabled';

  test('a column too few or too many is garbage, and so is a cell that the tool never writes', () => {
    const cells = LINE.split(', ');
    for (const at of cells.keys()) {
      const without = cells.toSpliced(at, 1).join(', ');
      expect(parseGpus(`${LINE}\n${without}\n`, FIELDS)).toEqual({ garbage: without });
      const doubled = cells.toSpliced(at, 0, '7').join(', ');
      expect(parseGpus(doubled, FIELDS)).toEqual({ garbage: doubled });
    }
    for (const at of [0, 1, 4, 5, 6]) {
      const broken = cells.with(at, 'Segmentation fault').join(', ');
      expect(parseGpus(broken, FIELDS)).toEqual({ garbage: broken });
    }
  });

  test('a device that is split is seen', () => {
    const line = LINE.replace('Disabled, Disabled', 'Enabled, Disabled');
    expect(parseGpus(line, FIELDS)).toMatchObject({ rows: [{ split: true }] });
  });
});

describe('the answer about processes', () => {
  test('nothing is no process', () => {
    expect(parseApps('')).toEqual({ rows: [] });
    expect(parseApps('\n')).toEqual({ rows: [] });
  });

  test('is read back as it was printed: names with commas, brackets and line breaks', () => {
    const name = fc
      .string({ unit: fc.constantFrom('a', ',', ' ', '[', ']', '7', '\n', '/', 'é'), maxLength: 30 })
      .filter((text) => !/\n$/.test(text));
    const app = fc.record({ uuid, pid: fc.integer({ min: 1, max: 4_194_304 }), name, used: cell });
    fc.assert(
      fc.property(fc.array(app), (apps) => {
        const text = apps.map((a) => `${a.uuid}, ${a.pid}, ${a.name}, ${a.used.text}\n`).join('');
        const read = parseApps(text);
        if (!('rows' in read)) throw new Error(read.garbage);
        expect(read.rows.map((row) => ({ ...row, used: bytes(row.used) }))).toEqual(
          apps.map((a) => ({ uuid: a.uuid, pid: a.pid, name: a.name, used: a.used.bytes })),
        );
      }),
    );
  });

  test.each([
    'No running processes found',
    'GPU-5e1a7c10-93b4, 4242, python3',
    'GPU-5e1a7c10-93b4, [N/A], python3, 12',
    'GPU-5e1a7c10-93b4, 4242, python3, lots',
    'GPU-5e1a7c10-93b4, 4242, python3, 12\nUnable to determine the device handle for GPU0000:03:00.0: Unknown Error',
  ])('%j is garbage', (text) => {
    expect(parseApps(text)).toHaveProperty('garbage');
  });
});

test('no text at all makes a parser throw, or a number out of something that is none', () => {
  const piece = fc.constantFrom(
    'GPU-1',
    ', ',
    '\n',
    '12',
    '[N/A]',
    'Enabled',
    'python3',
    '00000000:01:00.0',
    '-',
    ' ',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      for (const read of [parseGpus(text, FIELDS), parseApps(text)]) {
        if ('garbage' in read) continue;
        for (const row of read.rows)
          if (typeof row.used === 'number') expect(text).toContain(String(row.used / MiB));
      }
    }),
  );
});
