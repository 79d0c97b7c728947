/** A place in the journal. Numbers stand in hex in its text. */
export interface Cursor {
  readonly journal: string;
  readonly sequence: number;
  readonly boot: string;
  readonly monotonic_us: number;
  readonly realtime_us: number;
  readonly hash: string;
}

export function formatCursor({ journal, sequence, boot, monotonic_us, realtime_us, hash }: Cursor): string {
  const hex = (number: number) => number.toString(16);
  return `s=${journal};i=${hex(sequence)};b=${boot};m=${hex(monotonic_us)};t=${hex(realtime_us)};x=${hash}`;
}

const FORM = /^s=([0-9a-f]{32});i=([0-9a-f]+);b=([0-9a-f]{32});m=([0-9a-f]+);t=([0-9a-f]+);x=([0-9a-f]+)$/;

/** null: not a cursor. */
export function parseCursor(text: string): Cursor | null {
  const found = FORM.exec(text);
  if (found === null) return null;
  const [, journal = '', i = '', boot = '', m = '', t = '', hash = ''] = found;
  const [sequence = 0, monotonic_us = 0, realtime_us = 0] = [i, m, t].map((hex) => Number.parseInt(hex, 16));
  return { journal, sequence, boot, monotonic_us, realtime_us, hash };
}
