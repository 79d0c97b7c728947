import { readFileSync } from 'node:fs';

/**
 * Waits without giving the event loop back: while a test waits here, Holdpoint (which runs in this process) does nothing,
 * so that what the world does in between has happened at one known place of the sweep.
 */
export function waitBlocking(what: string, look: () => boolean, limitMs = 120_000): void {
  const end = performance.now() + limitMs;
  while (!look()) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

/** How many sockets listen on a port of this machine. */
export function listenersOn(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const sockets = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return sockets.filter((line) => new RegExp(`^ *\\d+: [0-9A-F]+:${hex} [0-9A-F]+:0000 0A `).test(line))
    .length;
}

/** The text of a file so far; empty: there is none yet. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
