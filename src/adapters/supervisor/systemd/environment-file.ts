/**
 * The variables of an `EnvironmentFile=` (systemd.exec(5)): NAME=value, comments with `#` or `;`. A value begins with
 * quoted parts, which are joined whatever blanks are between them; from the first other character on, quotes are
 * characters like all others, up to the end of the line. Backslash and newline go on, and a quote that is not closed
 * goes to the end of the file. What is no assignment is ignored, as systemd does.
 */
export function readEnvironmentFile(text: string): Readonly<Record<string, string>> {
  const variables: [string, string][] = [];
  for (const [, name = '', quoted = '', plain = ''] of text.matchAll(LINES))
    if (NAME.test(name.trim())) variables.push([name.trim(), partsOf(quoted) + plainOf(plain)]);
  return Object.fromEntries(variables);
}

/** A comment, or name, quoted part and plain part of an assignment, which takes as many lines as its value does. */
const LINES =
  /^[ \t]*(?:[#;][^\n\r]*|([^\s#;=][^=\n\r]*)=((?:[ \t]|"(?:\\[^]|[^"\\])*(?:"|(?![^]))|'[^']*(?:'|(?![^])))*)((?:\\[^]|[^\n\r\\])*))/gm;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function partsOf(quoted: string): string {
  const parts = [...quoted.matchAll(/"((?:\\[^]|[^"\\])*)"?|'([^']*)'?/g)];
  return parts.map(([, double, single = '']) => (double === undefined ? single : ofDouble(double))).join('');
}

/** Within double quotes a backslash only acts before these. */
function ofDouble(text: string): string {
  return text.replace(/\\([^])/g, (all: string, character: string) =>
    character === '\n' ? '' : /["\\`$]/.test(character) ? character : all,
  );
}

/** Blanks at the end do not count, unless a backslash stands before them. */
function plainOf(text: string): string {
  const pieces: string[] = text.match(/\\[^]|[ \t]+|[^\\ \t]+/g) ?? [];
  if (/^[ \t]/.test(pieces.at(-1) ?? '')) pieces.pop();
  return pieces.map((piece) => (piece.startsWith('\\') ? piece.slice(1).replace('\n', '') : piece)).join('');
}
