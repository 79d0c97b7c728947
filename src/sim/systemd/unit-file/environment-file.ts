import { isAssignment } from './environment.ts';

export interface EnvironmentFileContent {
  readonly assignments: readonly string[];
  /** Assignments that the manager names and leaves out. */
  readonly invalid: readonly string[];
}

/**
 * Parses an EnvironmentFile= (systemd.exec(5)): comments with `#` and `;` at the beginning of a line, values to the end
 * of the line or in quotes over several, a backslash before the end of a line joins it with the next. Nothing is
 * expanded.
 */
export function parseEnvironmentFile(text: string): EnvironmentFileContent {
  const assignments: string[] = [];
  const invalid: string[] = [];
  let at = 0;
  while (at < text.length) {
    const begin = at;
    const equals = text.indexOf('=', at);
    const end = endOfLine(text, at);
    if (/^[ \t]*[#;]/.test(text.slice(at, end)) || equals < 0 || equals > end) {
      at = end + 1;
      continue;
    }
    const key = text.slice(begin, equals).trim();
    const { value, next } = readValue(text, equals + 1);
    const assignment = `${key}=${value}`;
    if (isAssignment(assignment)) assignments.push(assignment);
    else invalid.push(assignment);
    at = next;
  }
  return { assignments, invalid };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Quotes count only at the beginning of a value; within it they are plain characters. */
function readValue(text: string, from: number): { readonly value: string; readonly next: number } {
  let at = from;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at += 1;
  let value = '';
  const quote = text.charAt(at);
  if (quote === '"' || quote === "'") {
    for (at += 1; at < text.length && text.charAt(at) !== quote; at += 1) {
      const next = text.charAt(at + 1);
      if (quote === '"' && text.charAt(at) === '\\' && /["\\`$\n]/.test(next)) {
        value += next === '\n' ? '' : next;
        at += 1;
      } else value += text.charAt(at);
    }
    at += 1;
  }
  const plain = readPlain(text, at);
  return { value: value + plain.value, next: plain.next };
}

function readPlain(text: string, from: number): { readonly value: string; readonly next: number } {
  let value = '';
  let at = from;
  for (; at < text.length && text.charAt(at) !== '\n'; at += 1) {
    if (text.charAt(at) !== '\\') {
      value += text.charAt(at);
      continue;
    }
    at += 1;
    value += text.charAt(at) === '\n' ? '' : text.charAt(at);
  }
  return { value: value.replace(/[ \t\r]+$/, ''), next: at + 1 };
}
