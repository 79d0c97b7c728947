import { KiB } from '../../units.ts';
import type { TextProblem } from './finding.ts';
import { positionAt } from './position.ts';

export const MAX_BYTES = 256 * KiB;

/** `text` of what is refused is for showing the line, with replacement characters where it is no text. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly text: string; readonly problem: TextProblem };

const NEWLINE = 0x0a;
/** C0 controls other than tab and line ends, and DEL. They may still be written as escapes in double quotes. */
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Bytes as text, within bounds: at most 256 KiB, UTF-8, no control characters. A byte order mark is dropped. */
export function decode(bytes: Uint8Array): Decoded {
  if (bytes.length > MAX_BYTES) {
    return no(
      '',
      null,
      `the file is larger than ${MAX_BYTES / KiB} KiB`,
      'a configuration is a few KiB; is this the right file?',
    );
  }
  const text = utf8(bytes);
  if (text === null)
    return no(
      new TextDecoder().decode(bytes),
      { line: firstBadLine(bytes), column: 1 },
      'this line is not UTF-8',
      'save the file as UTF-8',
    );
  const control = CONTROL.exec(text);
  if (control !== null)
    return no(
      text,
      positionAt(text, control.index),
      'a control character',
      'remove it, or write it as an escape in double quotes: "\\x01"',
    );
  return { ok: true, text };
}

function no(text: string, position: TextProblem['position'], message: string, remedy: string): Decoded {
  return { ok: false, text, problem: { position, message, remedy } };
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** No byte of a longer UTF-8 sequence is a newline, so each line can be judged alone. */
function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, from);
    const end = newline < 0 ? bytes.length : newline;
    if (utf8(bytes.subarray(from, end)) === null) return line;
    from = end + 1;
  }
  return line;
}
