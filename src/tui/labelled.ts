import type { Paint } from '../report/paint.ts';
import { padEnd, wrap } from '../report/width.ts';

const LABEL = 14;

/** A block of the view: its label once, its text beside it, wrapped. */
export function labelled(
  label: string,
  text: string,
  width: number,
  paint: Paint,
  ink: (text: string) => string = (t) => t,
): string[] {
  return wrap(text, Math.max(20, width - LABEL)).map(
    (line, index) => paint.faint(padEnd(index === 0 ? `  ${label}` : '', LABEL)) + ink(line),
  );
}
