/** Characters that begin a prefix of a command (run as root, ignore failure, other argv[0], ...) and no program. */
const PREFIXES = new Set([...'@-:+!|']);

/** Why systemd could not be given this command; empty: it can. */
export function unquotable(argv: readonly string[], env: Readonly<Record<string, string>>): string[] {
  const [program = ''] = argv;
  const problems: string[] = [];
  if (program === '') problems.push('the command is empty');
  else if (PREFIXES.has(program.charAt(0)))
    problems.push(`systemd reads "${program.charAt(0)}" at the beginning of ${program} as a prefix`);
  else if (program.includes('/') && !program.startsWith('/'))
    problems.push(`the program is not named by an absolute path: ${program}`);
  if ([...argv, ...Object.values(env)].some((text) => text.includes('\0')))
    problems.push('a NUL character cannot be passed');
  for (const name of Object.keys(env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      problems.push(`systemd takes no variable of the name "${name}"`);
  }
  return problems;
}

/**
 * The value of an `ExecStart=` that runs exactly this argv (systemd.service(5), COMMAND LINES). Every word is quoted, so
 * that a lone `;`, a leading `-` or an empty word are words. `$` is not special in the program's own name.
 */
export function execStart(argv: readonly string[]): string {
  return argv.map((word, at) => quoted(at === 0 ? word : word.replaceAll('$', '$$$$'))).join(' ');
}

/** The value of an `Environment=`: specifiers are expanded there, variables are not. */
export function assignment(name: string, value: string): string {
  return quoted(`${name}=${value}`);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\\': '\\\\',
  '"': '\\"',
  '%': '%%',
};

function quoted(word: string): string {
  const escaped = word.replace(/[\\"%\x01-\x1f\x7f]/g, (character) => {
    return ESCAPES[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `"${escaped}"`;
}
