import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/fault.ts';
import { FAULT_NAMES } from '../../../src/sim/faults/book.ts';
import { PHASES } from '../../../src/sim/faults/parse.ts';
import type { SimulatedSweep } from '../../helpers/simulated-sweep.ts';
import { evidence, evidenceLine } from './evidence.ts';
import { dropIns, ownCommand, serviceOn } from './look.ts';
import { play } from './play.ts';
import type { Named, Row } from './row.ts';
import { ANSWERS } from './rows/answers.ts';
import { CRASHES } from './rows/crashes.ts';
import { MEMORY } from './rows/memory.ts';
import { NUMBERS } from './rows/numbers.ts';
import { PROBES } from './rows/probes.ts';
import { SILENCE } from './rows/silence.ts';
import { STRANGERS } from './rows/strangers.ts';

const FILE = fileURLToPath(new URL('../../../docs/evidence/simulated-faults.md', import.meta.url));
const ROWS = [...MEMORY, ...CRASHES, ...SILENCE, ...STRANGERS, ...ANSWERS, ...PROBES, ...NUMBERS];
const lines = new Map<Row, string>();

const nameOf = (fault: Row['faults'][number]): string =>
  typeof fault === 'string' ? fault : `${fault.name} for ${(fault.ms ?? 0) / 1000} s`;
const titled = ROWS.map((row) => [row.faults.map(nameOf).join(' and ') || 'no fault', row.why, row] as const);

describe('a whole sweep under each fault of the simulated host', () => {
  test.each(titled)('%s: %s', async (_fault, _why, row) => {
    const sweep = await play(row);
    lines.set(row, evidenceLine(row, sweep));
    expect(outcomesOf(sweep, row)).toEqual(row.trials);
    expect(sweep.exit_code).toBe(row.exit);
    expect(sweep.fault === null ? undefined : shown(sweep.fault, row.ended_by)).toEqual(row.ended_by);
    expect(sweep.document.decision.kind).toBe(row.decision);
    endsAsPromised(row, sweep);
    noNumberWithoutProof(sweep);
    row.also?.(sweep);
  });

  test('no fault of the list is missing, and a crash comes in every phase', () => {
    const played = ROWS.flatMap(({ faults }) => faults).map((fault) =>
      typeof fault === 'string' ? fault : fault.name,
    );
    const names = new Set(played.map((text) => text.replace(/[:@].*/, '')));
    expect([...names].sort()).toEqual([...FAULT_NAMES].sort());
    expect(played).toEqual(expect.arrayContaining(PHASES.map((phase) => `crash:${phase}`)));
  });

  // UPDATE_EVIDENCE=1 writes the file; without it it is only compared.
  test('docs/evidence says what came', (context) => {
    if (lines.size < ROWS.length) context.skip('only some of the rows were played');
    const written = ROWS.map((row) => lines.get(row) ?? '');
    const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
    const date = /^(\d{4}-\d\d-\d\d)\. /m.exec(before)?.[1] ?? '';
    if (process.env['UPDATE_EVIDENCE'] === '1' && before !== evidence(date, written))
      writeFileSync(FILE, evidence(new Date().toISOString().slice(0, 10), written));
    else expect(before).toBe(evidence(date, written));
  });
});

function outcomesOf({ document }: SimulatedSweep, row: Row): Row['trials'] {
  return Object.fromEntries(
    document.trials.map(({ name, status, starts }) => [
      name,
      {
        status,
        starts: starts.map(({ fault }, at) =>
          fault === null ? null : shown(fault, row.trials[name]?.starts[at]),
        ),
      },
    ]),
  );
}

/** Of its data only what is asked for: the rest may be there. */
function shown({ name, class: cls, data }: Fault, wanted: Named | null | undefined): Named {
  const keys = Object.keys(wanted?.data ?? {});
  return { name, class: cls, data: Object.fromEntries(keys.map((key) => [key, data[key]])) };
}

/** By the kernel's word, and where the original could not come back, with the command that is left to do. */
function endsAsPromised({ original }: Row, { document, machine, fault }: SimulatedSweep): void {
  const { command, listens } = serviceOn(machine);
  expect(document.restored).toEqual({ to: 'original', ok: original !== 'not back' });
  expect(dropIns(machine)).toEqual([]);
  if (original === 'not back') {
    expect(listens).toBe(false);
    expect(fault?.hint).toContain(`holdpoint restore ${document.dir}`);
    return;
  }
  expect(command).toBe(ownCommand(machine));
  expect(listens).toBe(true);
}

function noNumberWithoutProof({ document }: SimulatedSweep): void {
  for (const { status, starts } of document.trials) {
    for (const { fault, measurements } of starts)
      expect(measurements.length, 'a number for a start that failed').toBe(fault === null ? 1 : 0);
    expect(starts.some(({ fault }) => fault === null)).toBe(status === 'measured');
  }
}
