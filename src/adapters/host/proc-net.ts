import { isIPv4, isIPv6 } from 'node:net';

/** One listening socket of /proc/net/tcp or tcp6. */
export interface TcpListener {
  readonly address: string;
  readonly port: number;
  readonly uid: number;
  readonly inode: string;
}

const LISTEN = '0A';

/** Listening sockets on one port, from the text of /proc/net/tcp or /proc/net/tcp6. */
export function parseListeners(text: string, port: number): TcpListener[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const found: TcpListener[] = [];
  for (const line of text.split('\n')) {
    if (!line.includes(wanted)) continue;
    const fields = line.trim().split(/\s+/);
    const [local = '', , state, , , , uid, , inode] = fields.slice(1);
    if (state !== LISTEN || !local.endsWith(wanted) || inode === undefined) continue;
    found.push({ address: decodeAddress(local.slice(0, -5)), port, uid: Number(uid), inode });
  }
  return found;
}

/** The kernel prints an address as 32-bit words in the byte order of the machine (little-endian on all we run on). */
function decodeAddress(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).reverse());
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join('.');
  const groups = Array.from({ length: 8 }, (_, i) => `${bytes[2 * i] ?? '00'}${bytes[2 * i + 1] ?? '00'}`);
  return canonicalAddress(groups.join(':'));
}

/** One spelling for each address; an IPv4 address in IPv6 form is the IPv4 address. Other text is returned as it is. */
export function canonicalAddress(address: string): string {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  const text = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(text);
  if (mapped === null) return text;
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * Can a socket that listens on `listener` be the one that answers a client who connects to `client`? Whether an IPv6
 * wildcard also takes IPv4 is not in the table, so it counts. A client address that is a wildcard means this machine.
 */
export function answersAt(listener: string, client: string): boolean {
  if (listener === client || listener === '::' || client === '::' || client === '0.0.0.0') return true;
  return listener === '0.0.0.0' && isIPv4(client);
}
