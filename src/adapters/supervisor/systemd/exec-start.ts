/**
 * Does the loaded `ExecStart` (as `systemctl show` prints it) run this argv? The printed form joins words by spaces, so
 * it cannot be taken apart again; it is compared with the one argv that it should be, without regard to how a version of
 * systemd quotes what it prints.
 */
export function runsArgv(shown: string, argv: readonly string[]): boolean {
  const begin = shown.indexOf('argv[]=');
  const end = shown.lastIndexOf(' ; ignore_errors=');
  if (begin < 0 || end < begin || shown.indexOf('argv[]=', end) >= 0) return false;
  return bare(shown.slice(begin + 'argv[]='.length, end)) === bare(argv.join(' '));
}

/** Is exactly this assignment among those that `systemctl show` prints, however it quotes them? */
export function shows(shown: string, assignment: string): boolean {
  return ` ${unquoted(shown)} `.includes(` ${unquoted(assignment)} `);
}

function bare(text: string): string {
  return unquoted(text).replace(/\s/g, '');
}

function unquoted(text: string): string {
  return text.replace(/["'\\$\x00-\x1f\x7f]/g, '');
}

/**
 * Is this main process still the manager's own, which has not become the program of the unit yet? It shows the manager's
 * words, nothing for a moment, or the end of the program's name in brackets; newer managers use a program of their own.
 */
export function isOfManager(argv: readonly string[], manager: readonly string[]): boolean {
  const [first = '', ...rest] = argv;
  const isNamed = /^(\(.+\))?$/.test(first) && rest.every((word) => word === '');
  return isNamed || first.endsWith('/systemd-executor') || argv.join('\0') === manager.join('\0');
}

/**
 * Is this what the kernel shows of a process that was started by the argv? A script appears behind its interpreter and
 * the interpreter's own words, and by its path where it was named without one.
 */
export function isStartedBy(kernel: readonly string[], argv: readonly string[]): boolean {
  const before = kernel.length - argv.length;
  if (before < 0 || before > INTERPRETER_WORDS || argv.length === 0) return false;
  return argv.every((word, at) => {
    const seen = kernel[before + at];
    return seen === word || (at === 0 && !word.includes('/') && seen?.endsWith(`/${word}`) === true);
  });
}

const INTERPRETER_WORDS = 3;
