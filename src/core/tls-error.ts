/** Why a TLS connection did not come about. `TLS`: the other side speaks none, or another one. */
export type TlsError = 'TLS' | 'TLS_EXPIRED' | 'TLS_WRONG_HOST' | 'TLS_UNTRUSTED';

const UNTRUSTED = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;
const OTHER = /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|EPROTO)/;

/** By the code of Node's error; null: it is no error of TLS. */
export function tlsError(code: string): TlsError | null {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return 'TLS_EXPIRED';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'TLS_WRONG_HOST';
  if (UNTRUSTED.test(code)) return 'TLS_UNTRUSTED';
  return OTHER.test(code) ? 'TLS' : null;
}
