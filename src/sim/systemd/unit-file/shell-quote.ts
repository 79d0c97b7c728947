const NEEDS_QUOTES = /[\s\p{Cc}"\\`$*?['()<>|&;!]/u;
const NEEDS_ESCAPE = /["\\`$]/g;

/** A value as systemctl shows it in a list: in double quotes only where a shell would need them. */
export function shellQuote(value: string): string {
  if (!NEEDS_QUOTES.test(value)) return value;
  const escaped = value.replace(NEEDS_ESCAPE, (character) => `\\${character}`);
  return `"${escaped.replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r')}"`;
}

/** As `systemctl status` shows a process: an empty argument is visible. */
export function quoteCommandLine(argv: readonly string[]): string {
  return argv.map((argument) => (argument === '' ? '""' : shellQuote(argument))).join(' ');
}
