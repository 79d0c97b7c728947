/** What the body prints with `console.log`: the completion library has no other way out. */
export function captured(body: () => void): string {
  const lines: string[] = [];
  const log = console.log;
  console.log = (line: unknown) => void lines.push(`${String(line)}\n`);
  try {
    body();
  } finally {
    console.log = log;
  }
  return lines.join('');
}
