/** Values that are to be hidden wherever they stand, also where no pattern would know them. */
export interface Found {
  readonly hosts: Set<string>;
  readonly users: Set<string>;
  readonly paths: Set<string>;
}

/** Names that say nothing of anybody. */
export const OF_EVERYBODY = new Set([
  'root',
  'nobody',
  'localhost',
  '127.0.0.1',
  '0.0.0.0',
  '::1',
  '::',
  'unknown',
  'none',
]);

const USERS = [
  /\b(?:user|owner|login|logname|username)\s*[=:]?\s+["']?([A-Za-z_][\w.-]{0,63})/gi,
  /\b(?:user|owner|login|logname|username)[=:]["']?([A-Za-z_][\w.-]{0,63})/gi,
  /\/(?:home|Users)\/([^\s/"':;,]+)/g,
  /(?<![\w.+-])([A-Za-z_][\w.-]{0,63})@[A-Za-z0-9]/g,
];
const HOSTS = [
  /\b[a-z][a-z0-9+.-]{1,15}:\/\/(?:[^\s/@"']+@)?(\[[0-9A-Fa-f:.]+\]|[^\s/:"'<>,;)]+)/g,
  /(?<=[\w.-])@([A-Za-z0-9][A-Za-z0-9.-]*)/g,
  /\b(?:host|hostname|node|nodelist|server|master-addr|peer)[=:]["']?([A-Za-z0-9][A-Za-z0-9.-]{1,252})/gi,
  /\bon (?:host|node|machine) ["']?([A-Za-z0-9][A-Za-z0-9.-]{0,252})/g,
];
const KEYS: Readonly<Record<string, keyof Found>> = {
  user: 'users',
  owner: 'users',
  host: 'hosts',
  hostname: 'hosts',
  address: 'hosts',
  dir: 'paths',
  folder: 'paths',
  cwd: 'paths',
};
const HOST_FLAG = /^--?(?:host|hostname|master-addr|node-?list|server-addr|dist-init-addr|nccl-init-addr)$/;

/** Goes through a whole document before anything of it is replaced: a name may be told later than it is used. */
export function find(node: unknown, found: Found, key = '', before: unknown = undefined): void {
  if (typeof node === 'string') {
    findIn(node, found);
    const kind = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
    if (kind !== undefined && node !== '') found[kind].add(node);
    if (typeof before === 'string' && HOST_FLAG.test(before)) found.hosts.add(node.replace(/:\d+$/, ''));
    return;
  }
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    node.forEach((item, at) => {
      find(item, found, '', node[at - 1]);
    });
    return;
  }
  for (const [name, value] of Object.entries(node)) {
    findIn(name, found);
    find(value, found, name);
  }
}

function findIn(text: string, { hosts, users, paths }: Found): void {
  for (const pattern of USERS) for (const [, name] of text.matchAll(pattern)) users.add(trimmed(name ?? ''));
  for (const pattern of HOSTS) for (const [, name] of text.matchAll(pattern)) hosts.add(trimmed(name ?? ''));
  // a word of a command or a value of a variable may be a path with spaces, which no pattern can see in a text
  const value = text.replace(/^-{0,2}[\w.-]+=/, '');
  if (/^(?:~|\.{0,2})\/[^\n]*$/.test(value) && value.length < 1024 && !value.includes(' /')) paths.add(value);
}

function trimmed(name: string): string {
  return name.replace(/[.,;:]+$/, '');
}
