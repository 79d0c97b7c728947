import type { Endpoint } from './configuration.ts';
import { bad, good, type Parsed, quoted } from './parsed.ts';

const EXAMPLE = 'write http://ADDRESS:PORT, for example http://127.0.0.1:8080';

/** The base address of the server: http or https, without credentials, query, fragment or a trailing `/v1`. */
export function readEndpoint(value: unknown): Parsed<Endpoint> {
  if (typeof value !== 'string') return bad(`${quoted(value)} is no address`, EXAMPLE);
  if (!/^https?:\/\//.test(value))
    return bad(`${quoted(value)} does not begin with http:// or https://`, EXAMPLE);
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || /\s/.test(value)) return bad(`${quoted(value)} is no address`, EXAMPLE);
  if (url.username !== '' || url.password !== '')
    return bad('a user or password in the address', 'give the key by auth: {env: NAME}');
  if (url.search !== '' || url.hash !== '') return bad(`${quoted(value)} has a query or fragment`, EXAMPLE);
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/v1$/.test(path))
    return bad(
      `${quoted(value)} ends in /v1`,
      `write ${url.origin}${path.slice(0, -3)}: the paths of the protocol are added`,
    );
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  const port = url.port === '' ? { 'http:': 80, 'https:': 443 }[protocol] : Number(url.port);
  if (port === 0) return bad('port 0 is no port', EXAMPLE);
  return good({ url: `${url.origin}${path}`, protocol, address: url.hostname.replace(/^\[|\]$/g, ''), port });
}

/** An endpoint on plain HTTP. */
export function endpointAt(address: string, port: number): Endpoint {
  const host = address.includes(':') ? `[${address}]` : address;
  return { url: `http://${host}:${port}`, protocol: 'http:', address, port };
}
