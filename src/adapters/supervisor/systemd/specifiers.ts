import type { Host } from '../../../ports/host.ts';

/** The unit whose specifiers are asked for, and the manager that it belongs to. */
export interface SpecifiersOf {
  readonly host: Host;
  readonly unit: string;
  readonly scope: 'system' | 'user';
  readonly home: string;
  readonly runtime_folder: string;
}

const LONGEST_ID = 64;

/** Where the manager of the system keeps things; that of a user is told by variables that only it knows. */
const OF_SYSTEM = {
  S: '/var/lib',
  C: '/var/cache',
  L: '/var/log',
  E: '/etc',
  T: '/tmp',
  V: '/var/tmp',
  u: 'root',
  U: '0',
  g: 'root',
  G: '0',
};

/**
 * What `%n` and its like stand for (systemd.unit(5), SPECIFIERS), as far as it is known from here: an unknown one is
 * refused by whoever meets it. `texts`: the machine is only asked for what they use.
 */
export async function specifiersOf(
  { host, unit, scope, home, runtime_folder }: SpecifiersOf,
  texts: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const name = unit.replace(/\.service$/, '');
  const [prefix = '', instance = ''] = name.split(/@(.*)/s);
  const component = prefix.slice(prefix.lastIndexOf('-') + 1);
  const system = scope === 'system';
  const unescaped = unescapedName(name.includes('@') ? instance : prefix);
  return {
    n: unit,
    N: name,
    p: prefix,
    P: unescapedName(prefix),
    i: instance,
    I: unescapedName(instance),
    j: component,
    J: unescapedName(component),
    f: unescaped.startsWith('/') ? unescaped : `/${unescaped}`,
    h: home,
    t: system ? '/run' : runtime_folder,
    ...(system ? OF_SYSTEM : {}),
    ...(texts.some((text) => /%[Hlmbv]/.test(text)) ? await ofMachine(host) : {}),
  };
}

async function ofMachine(host: Host): Promise<Readonly<Record<string, string>>> {
  const [{ hostname, boot_id, kernel }, machine] = await Promise.all([
    host.identity(),
    host.readText('/etc/machine-id', LONGEST_ID),
  ]);
  const m = machine?.trim() ?? '';
  return {
    H: hostname,
    l: hostname.split('.')[0] ?? hostname,
    b: boot_id.replaceAll('-', ''),
    v: kernel,
    ...(m === '' ? {} : { m }),
  };
}

/** As `systemd-escape --unescape`. */
function unescapedName(text: string): string {
  const bytes = text.replaceAll('-', '/').replace(/\\x([0-9a-fA-F]{2})/g, (_, code: string) => `%${code}`);
  return bytes.includes('%') ? decoded(bytes) : bytes;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
