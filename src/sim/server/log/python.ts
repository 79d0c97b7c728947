/** A value as Python's `repr` prints it. */
export function repr(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  return String(value);
}

/** A Python traceback over the given frames, oldest first, ending in the error. */
export function traceback(frames: readonly Frame[], error: string): string {
  const body = frames.map(
    ({ file, line, name, code }) => `  File "${PACKAGES}/${file}", line ${line}, in ${name}\n    ${code}\n`,
  );
  return `Traceback (most recent call last):\n${body.join('')}${error}\n`;
}

export interface Frame {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly code: string;
}

/** Where the server's Python packages lie on the simulated machine. */
export const PACKAGES = '/opt/sglang/lib/python3.11/site-packages';
