import type { LogLine } from '../log-line.ts';
import type { Signature } from './signature.ts';

/** One line that matched a signature, with what it blames. */
export interface Match {
  readonly signature: Signature;
  readonly line: LogLine;
  readonly value: string | null;
  readonly flag: string | null;
  /** In which the line was written; null: not known. */
  readonly phase: string | null;
}

/** What may stand in front of an error: its type, or whoever hands it on. */
const RAISED_BY = /^[\w. /-]{1,80}$/;
const MOST_PEELS = 3;

/** The text, and what is left when `SomeError: ` is taken off, up to three times. */
export function peeled(text: string): readonly string[] {
  const texts = [text];
  let rest = text;
  for (let peel = 0; peel < MOST_PEELS; peel++) {
    const end = rest.indexOf(': ');
    if (end < 1 || !RAISED_BY.test(rest.slice(0, end))) break;
    rest = rest.slice(end + 2);
    texts.push(rest);
  }
  // pydantic hands on with an indentation
  return texts.map((each) => each.replace(/^ {1,8}/, ''));
}

/** The first signature that counts here and matches; null: none. */
export function findSignature(
  signatures: readonly Signature[],
  line: LogLine,
  text: string,
  counts: (signature: Signature) => boolean,
): Match | null {
  let texts: readonly string[] | null = null;
  for (const signature of signatures) {
    if (!counts(signature)) continue;
    if (signature.raised === true) texts ??= peeled(text);
    for (const candidate of signature.raised === true ? (texts ?? []) : [text]) {
      const found = signature.pattern.exec(candidate);
      if (found !== null) {
        const { value = null, flag = null } = found.groups ?? {};
        return { signature, line, value, flag, phase: null };
      }
    }
  }
  return null;
}
