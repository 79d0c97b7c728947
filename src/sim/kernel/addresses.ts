/** What the machine itself is reached by. */
const OWN = new Set(['0.0.0.0', '::', '::1', '10.20.0.8']);

const WILDCARDS = new Set(['0.0.0.0', '::']);

/** The address that a name or address means on this machine; null: the name is not known. */
export function resolve(name: string, hostname: string): string | null {
  const bare = name.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost') return '127.0.0.1';
  if (bare === hostname) return '10.20.0.8';
  return /^[\d.]+$/.test(bare) || bare.includes(':') ? bare : null;
}

/** Does the machine have the address? */
export function isOwn(address: string): boolean {
  return OWN.has(address) || /^127(\.\d{1,3}){3}$/.test(address);
}

/** Do two bound addresses, or a listener and the address of its client, meet? A wildcard meets every address. */
export function meets(one: string, other: string): boolean {
  return one === other || WILDCARDS.has(one) || WILDCARDS.has(other);
}
