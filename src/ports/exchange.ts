/** One POST whose answer is read as it comes. */
export interface ExchangeRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How an exchange came to its end: `end` in order, else by which failure. */
export type ExchangeEnd = 'end' | 'refused' | 'reset' | 'cut-off' | 'tls' | 'network';

export interface ExchangeListener {
  /** A connection is made for it only now, not when it was asked for. Where one was kept, this is not told. */
  connecting?(): void;
  /** Header names are in lower case. */
  headers(status: number, headers: Readonly<Record<string, string | readonly string[] | undefined>>): void;
  data(chunk: Uint8Array): void;
  /** Exactly once, unless it was cancelled before. `stale`: a kept connection was closed before any answer. */
  end(how: ExchangeEnd, message: string, stale: boolean): void;
}

/**
 * Connections of one measurement, kept open between its requests. Contract: no redirect is followed and no proxy used;
 * nothing is told from inside `exchange`, nor after it was cancelled.
 */
export interface Connections {
  /** Returns how to cancel it. */
  exchange(request: ExchangeRequest, listener: ExchangeListener): () => void;
  /** Whose exchange is still open is not told. */
  destroy(): void;
}
