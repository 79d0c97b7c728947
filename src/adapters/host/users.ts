import { readFileSync } from 'node:fs';
import { parseUsers } from './proc.ts';

let known: Map<number, string> | undefined;

/** A user's name from /etc/passwd, read once; users from a directory service are named by their number. */
export function userName(uid: number): string {
  known ??= readUsers();
  return known.get(uid) ?? String(uid);
}

function readUsers(): Map<number, string> {
  try {
    return parseUsers(readFileSync('/etc/passwd', 'utf8'));
  } catch {
    return new Map();
  }
}
