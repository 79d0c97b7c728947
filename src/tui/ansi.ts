import { styleText } from 'node:util';
import { type Paint, PLAIN } from '../report/paint.ts';

type Style = Parameters<typeof styleText>[0];

function ink(style: Style): (text: string) => string {
  // Whether there is a terminal was decided by the caller, for the stream that it really writes to.
  return (text) => (text === '' ? '' : styleText(style, text, { validateStream: false }));
}

const ANSI: Paint = {
  strong: ink('bold'),
  faint: ink('dim'),
  good: ink('green'),
  bad: ink('red'),
  doubtful: ink('yellow'),
};

/** Colours only on a terminal that can show them, and never against NO_COLOR (https://no-color.org). */
export function paintFor(isTTY: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const refused = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isTTY && !refused ? ANSI : PLAIN;
}
