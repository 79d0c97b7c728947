import { readFileSync } from 'node:fs';

/** Does somebody listen on this port of the machine, on IPv4? */
export function isTaken(port: number): boolean {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return new RegExp(`^ *\\d+: [0-9A-F]{8}:${hex} 00000000:0000 0A `, 'm').test(
    readFileSync('/proc/net/tcp', 'utf8'),
  );
}
