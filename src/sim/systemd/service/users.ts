import type { Files } from '../../machine.ts';

export interface User {
  readonly name: string;
  readonly uid: number;
  readonly home: string;
  readonly shell: string;
}

const ROOT: User = { name: 'root', uid: 0, home: '/root', shell: '/bin/sh' };

/** The user of a service by name or number, from /etc/passwd. Without User= it is root. null: there is none. */
export function findUser(files: Files, wanted: string | null): User | null {
  if (wanted === null || wanted === 'root' || wanted === '0') return ROOT;
  for (const line of (files.read('/etc/passwd') ?? '').split('\n')) {
    const [name = '', , uid = '', , , home = '/', shell = '/bin/sh'] = line.split(':');
    if (name !== '' && (name === wanted || uid === wanted)) return { name, uid: Number(uid), home, shell };
  }
  return null;
}
