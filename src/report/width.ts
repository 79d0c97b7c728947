import stringWidth from 'string-width';

const CUT = '…';

/** Columns that the text takes on a terminal (wide characters take two, colour codes none). */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

/** At most `width` columns; what is left out is shown by one `…`. For text without colour codes. */
export function cut(text: string, width: number): string {
  if (width <= 0) return '';
  if (displayWidth(text) <= width) return text;
  let out = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const next = used + displayWidth(segment);
    if (next > width - 1) break;
    out += segment;
    used = next;
  }
  return out + CUT;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

/** A number is not parted from its unit. */
const BREAK = / (?!(?:s|ms|min|h|%|[KMG]iB)(?:[ ,;.:)]|$))/;

/** Lines of at most `width` columns, broken at spaces where there are any. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(BREAK)) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (displayWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = hardSplit(word, width);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  lines.push(line);
  return lines;
}

function hardSplit(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (piece !== '' && displayWidth(piece + segment) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  pieces.push(piece);
  return pieces;
}
