import { expect } from 'vitest';
import type { Fault } from '../../../src/core/fault.ts';
import { type Cells, lineOf, type RowName, rowOf, writeRow } from './evidence-table.ts';

/**
 * What came of one fault. UPDATE_EVIDENCE=1 writes it into the file; else it must stand there, but for its numbers. Cells
 * that are not given stay as they are.
 */
export function record(name: RowName, cells: Cells): void {
  if (process.env['UPDATE_EVIDENCE'] === '1') return writeRow(name, cells);
  const before = rowOf(name);
  expect(withoutNumbers(lineOf(before)), 'docs/evidence/real-engines.md').toBe(
    withoutNumbers(lineOf({ ...before, ...cells })),
  );
}

/** A fault as the table names it: its name, a part of its data, and its class. */
export function named({ name, class: of, data }: Fault, ...keys: readonly string[]): string {
  const parts = keys.map((key) => `${key}: ${String(data[key])}`);
  return `\`${name}${parts.length === 0 ? '' : `{${parts.join(', ')}}`}\`, class ${of}`;
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d[\d.,]*/g, '#');
}
