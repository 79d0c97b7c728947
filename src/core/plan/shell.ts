/** Safe as it stands; `=` is not among it where a word could be taken for an assignment. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-]+$/;
const PLAIN_ARGUMENT = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** One argument for a POSIX shell. Exact for every text without NUL, newlines included. */
export function shellWord(text: string): string {
  return PLAIN_ARGUMENT.test(text) ? text : singleQuoted(text);
}

/** The program or variable name in front of a command: `a=b` would be an assignment there. */
export function shellHead(text: string): string {
  return PLAIN.test(text) ? text : singleQuoted(text);
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
