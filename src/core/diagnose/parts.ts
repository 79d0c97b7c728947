import type { LogLine } from '../log-line.ts';

/** A progress bar redraws itself with carriage returns, which a journal keeps in one line. */
export function parts(line: LogLine): readonly LogLine[] {
  if (!line.text.includes('\r')) return [line];
  return line.text.split('\r').flatMap((text) => (text === '' ? [] : [{ ...line, text }]));
}
