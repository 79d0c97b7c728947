import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A key or a certificate of the tests: `ca`, `key`, `trusted`, `expired`, `wrong-host` or `self-signed`. */
export function pem(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../fixtures/tls/${name}.pem`, import.meta.url)), 'utf8');
}
