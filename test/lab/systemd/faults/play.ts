import { expect } from 'vitest';
import type { Fault } from '../../../../src/core/fault.ts';
import type { JournalRecord } from '../../../../src/core/sweep/records.ts';
import { until } from '../../../contract/until.ts';
import type { DeviceLab, Truth } from '../../support/devices/device-lab.ts';
import type { Ran } from '../../support/ran.ts';
import type { Moment, Row } from './row.ts';

/** The sweep of one row over a unit that runs, and whether all came as promised. */
export async function play(row: Row, lab: DeviceLab): Promise<void> {
  await lab.serve(row.serve);
  row.before?.(lab);
  const before = lab.truth();
  const { invocation } = lab.running();
  lab.expects_unrestored = row.original === 'by restore';
  let planted = false;
  const ran = await lab.sweep(lab.story(row.file?.()), (record) => {
    if (planted || row.plant === undefined || !isAt(row.plant.at, record)) return;
    planted = true;
    row.plant.act(lab);
  });
  const first = firstFaultOf(ran);
  expect(
    { first: shown(first, row), setting: ran.trial('b16k4w2k').status, exit: ran.exit },
    told(ran),
  ).toEqual({
    first: row.fault === null ? null : { name: row.fault.name, data: row.fault.data ?? {} },
    setting: row.setting,
    exit: row.exit,
  });
  expect(planted, 'it has happened').toBe(row.plant !== undefined);
  row.also?.(ran, lab);
  if (row.original === 'never touched')
    expect([ran.touched, lab.running().invocation]).toEqual([false, invocation]);
  if (row.original === 'by restore') await backByHint(row, ran, lab);
  if (row.original !== 'as the operator left it') await isBack(lab, before);
}

function isAt(moment: Moment, record: JournalRecord): boolean {
  switch (moment) {
    case 'old server gone':
      return (
        record.type === 'holdpoint' && record.result.name === 'stopped' && record.result.state === 'passed'
      );
    case 'setting started':
      return record.type === 'generation';
    case 'measuring':
      return record.type === 'measurement.begun';
    case 'restore begun':
      return record.type === 'change.begun' && record.goal === 'original';
  }
}

/** A start that the window has cut off met none. */
function firstFaultOf({ result }: Ran): Fault | null {
  const { trials, faults } = result.document;
  const all = [...trials.flatMap(({ starts }) => starts.map(({ fault }) => fault)), ...faults, result.fault];
  return all.find((fault) => fault !== null && fault.name !== 'interrupted') ?? null;
}

/** Of its data only what is asked for. */
function shown(fault: Fault | null, { fault: wanted }: Row): object | null {
  const keys = Object.keys(wanted?.data ?? {});
  return fault && { name: fault.name, data: Object.fromEntries(keys.map((key) => [key, fault.data[key]])) };
}

function told({ deeds, result }: Ran): string {
  const starts = result.document.trials.flatMap((trial) => trial.starts.map((start) => start.fault));
  const faults = [...starts, ...result.document.faults, result.fault].filter((fault) => fault !== null);
  return [
    ...deeds,
    ...faults.map(({ name, message, data }) => `${name}: ${message} ${JSON.stringify(data)}`),
  ].join('\n');
}

/** Nothing of ours is left over the unit, and the command that the hint names puts the original back. */
async function backByHint(row: Row, ran: Ran, lab: DeviceLab): Promise<void> {
  expect(ran.fault.hint).toContain(`holdpoint restore ${ran.dir}`);
  expect(lab.files[lab.dropIn]).toBeUndefined();
  row.heal?.(lab);
  const restored = await lab.again(ran, 'restore');
  expect(restored.restored, told(restored)).toEqual({ to: 'original', ok: true });
}

/** By the manager, the process table, the files and the port. */
async function isBack(lab: DeviceLab, before: Truth): Promise<void> {
  expect(lab.truth()).toEqual(before);
  await until(() =>
    fetch(`${lab.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

/** What the table says of it, behind its name. */
export function cellsOf(row: Row): readonly string[] {
  const { fault, host, did, weakness, setting, exit, original } = row;
  const data = Object.entries(fault?.data ?? {}).filter(([, value]) => !Array.isArray(value));
  const more = data.length === 0 ? '' : `{${data.map(([key, value]) => `${key}: ${value}`).join(', ')}}`;
  const end =
    original === 'by restore'
      ? 'not back: `holdpoint restore DIR` is in the hint, and brought it back'
      : original;
  return [
    host,
    fault === null ? '-' : `\`${fault.name}${more}\``,
    weakness === undefined ? did : `${did}; **weak**: ${weakness}`,
    setting,
    String(exit),
    end,
  ];
}
