import path from 'node:path';
import type { FileFacts, Host } from '../ports/host.ts';

/** More than any folder of weights has; a folder with more is not read, and so not known. */
const MOST_FILES = 2_000;
const DEEPEST = 4;

/** What a file is, without its content; null: it cannot be read. */
export async function fileFingerprint(file: string, host: Host): Promise<string | null> {
  const facts = await host.file(file).catch(() => null);
  return facts === null ? null : identityOf(facts);
}

/** What a model flag names: a file with the other parts of its set, or a folder with all that is in it. null: unread. */
export async function modelFingerprint(model: string, host: Host): Promise<readonly string[] | null> {
  const facts = await host.file(model).catch(() => null);
  if (facts === null || facts.kind === 'other') return null;
  if (facts.kind === 'directory') return folderFingerprint(model, host);
  const set = /^(.*)-\d{5}(-of-\d{5}\.\w+)$/.exec(path.basename(model));
  if (set === null) return [identityOf(facts)];
  const [, stem = '', end = ''] = set;
  return siblingsFingerprint(model, (name) => name.startsWith(`${stem}-`) && name.endsWith(end), host);
}

/** The files beside `file` whose names are wanted. null: one of them, or their folder, is unread. */
export async function siblingsFingerprint(
  file: string,
  wanted: (name: string) => boolean,
  host: Host,
): Promise<readonly string[] | null> {
  const folder = path.dirname(file);
  const names = await host.list(folder).catch(() => null);
  if (names === null) return null;
  const each = names.filter(wanted).map((name) => fileFingerprint(path.join(folder, name), host));
  return allKnown(await Promise.all(each));
}

async function folderFingerprint(folder: string, host: Host): Promise<readonly string[] | null> {
  const found: string[] = [];
  const open = [{ folder, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const names = await host.list(next.folder).catch(() => null);
    if (names === null || found.length + names.length > MOST_FILES) return null;
    for (const name of names) {
      const inside = path.join(next.folder, name);
      const facts = await host.file(inside).catch(() => null);
      if (facts === null) return null;
      if (facts.kind !== 'directory') found.push(`${inside}|${identityOf(facts)}`);
      else if (next.depth < DEEPEST) open.push({ folder: inside, depth: next.depth + 1 });
      else return null;
    }
  }
  return found.length === 0 ? null : found.sort();
}

/** Real path, size, modification time and inode. */
export function identityOf({ real_path, size_bytes, mtime_ns, inode }: FileFacts): string {
  return [real_path, size_bytes, mtime_ns, inode].join('|');
}

function allKnown(each: readonly (string | null)[]): readonly string[] | null {
  const known = each.filter((one) => one !== null);
  return known.length === each.length ? known : null;
}
