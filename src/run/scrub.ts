import { lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { redactor, type Secret } from '../core/secrets.ts';

const LARGEST_LOG = 256 * 1024 * 1024;

/** A server writes its log itself, so what it says of its own key is taken out after its end. */
export function scrubLogs(files: readonly string[], secrets: readonly Secret[]): void {
  if (secrets.length === 0) return;
  const { text } = redactor(secrets);
  for (const file of files) {
    const facts = lstatSync(file, { throwIfNoEntry: false });
    if (facts === undefined || !facts.isFile() || facts.size > LARGEST_LOG) continue;
    const before = readFileSync(file, 'utf8');
    const after = text(before);
    if (after === before) continue;
    writeFileSync(`${file}.scrubbed`, after, { mode: 0o600, flag: 'wx' });
    renameSync(`${file}.scrubbed`, file);
  }
}
