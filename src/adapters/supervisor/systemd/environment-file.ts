/**
 * The variables of an `EnvironmentFile=` (systemd.exec(5)): NAME=value, comments with `#` or `;`, quotes of both kinds
 * around the whole value or parts of it, backslash and newline go on. What is no assignment is ignored, as systemd does.
 */
export function readEnvironmentFile(text: string): Readonly<Record<string, string>> {
  const variables: [string, string][] = [];
  const assignment =
    /^[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*=((?:\\[^]|"(?:\\[^]|[^"\\])*"|'[^']*'|[^\n\\"'])*)/gm;
  for (const found of withoutComments(text).matchAll(assignment))
    variables.push([found[1] ?? '', valueOf(found[2] ?? '')]);
  return Object.fromEntries(variables);
}

function withoutComments(text: string): string {
  return text.replace(/^[ \t]*[#;].*$/gm, '');
}

function valueOf(text: string): string {
  return text.trim().replace(/"((?:\\[^]|[^"\\])*)"|'([^']*)'|\\([^])/g, (_, double, single, escaped) => {
    if (single !== undefined) return single;
    // Within double quotes a backslash only acts before these.
    if (double !== undefined)
      return double.replace(/\\([^])/g, (all: string, character: string) =>
        character === '\n' ? '' : /["\\`$]/.test(character) ? character : all,
      );
    return escaped === '\n' ? '' : escaped;
  });
}
