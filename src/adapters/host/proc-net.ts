import { isIPv4, isIPv6 } from 'node:net';

/** One listening socket of /proc/net/tcp or tcp6. */
export interface TcpListener {
  readonly address: string;
  readonly port: number;
  readonly uid: number;
  readonly inode: string;
}

/** One open connection of /proc/net/tcp or tcp6, as one of its two ends has it. */
export interface TcpConnection {
  readonly local: TcpEnd;
  readonly remote: TcpEnd;
  /** Bytes that wait: not acknowledged by the other end, or not taken by the process of this one. */
  readonly queued_bytes: number;
  readonly uid: number;
  readonly inode: string;
}

export interface TcpEnd {
  readonly address: string;
  readonly port: number;
}

const ESTABLISHED = '01';
const LISTEN = '0A';

/** Listening sockets on one port, from the text of /proc/net/tcp or /proc/net/tcp6. */
export function parseListeners(text: string, port: number): TcpListener[] {
  return rowsWith(text, port).flatMap(({ state, local, uid, inode }) =>
    state === LISTEN && local.port === port ? [{ ...local, uid, inode }] : [],
  );
}

/** Established connections with the port at either end: of one within this machine both ends are there. */
export function parseConnections(text: string, port: number): TcpConnection[] {
  return rowsWith(text, port).flatMap(({ state, ...connection }) =>
    state === ESTABLISHED && (connection.local.port === port || connection.remote.port === port)
      ? [connection]
      : [],
  );
}

function rowsWith(text: string, port: number): (TcpConnection & { readonly state: string })[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return text.split('\n').flatMap((line) => {
    if (!line.includes(wanted)) return [];
    const fields = line.trim().split(/\s+/);
    const [local, remote, state, queues, , , uid, , inode] = fields.slice(1);
    if (local === undefined || remote === undefined || state === undefined || inode === undefined) return [];
    const [sent = 0, received = 0] = (queues ?? '').split(':').map((hex) => Number.parseInt(hex, 16));
    const queued_bytes = sent + received;
    return [
      { local: decodeEnd(local), remote: decodeEnd(remote), state, queued_bytes, uid: Number(uid), inode },
    ];
  });
}

function decodeEnd(text: string): TcpEnd {
  return { address: decodeAddress(text.slice(0, -5)), port: Number.parseInt(text.slice(-4), 16) };
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
