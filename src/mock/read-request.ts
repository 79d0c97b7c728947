export interface MockRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Takes requests from the bytes of one connection, one after the other. */
export class RequestReader {
  readonly #on_continue: () => void;
  #bytes: Buffer = Buffer.alloc(0);
  #head: Omit<MockRequest, 'body'> | null = null;
  #length = 0;

  /** `on_continue`: the client waits for leave to send its body. */
  constructor(on_continue: () => void) {
    this.#on_continue = on_continue;
  }

  /** The requests that are whole with these bytes. */
  push(chunk: Buffer): MockRequest[] {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    const whole: MockRequest[] = [];
    for (let next = this.#take(); next !== null; next = this.#take()) whole.push(next);
    return whole;
  }

  #take(): MockRequest | null {
    this.#head ??= this.#takeHead();
    if (this.#head === null) return null;
    const chunked = this.#head.headers['transfer-encoding'] === 'chunked';
    const body = chunked ? this.#takeChunks() : this.#takeLength();
    if (body === null) return null;
    const request = { ...this.#head, body };
    this.#head = null;
    return request;
  }

  #takeHead(): Omit<MockRequest, 'body'> | null {
    const end = this.#bytes.indexOf(HEAD_END);
    if (end < 0) return null;
    const [first = '', ...lines] = this.#bytes.toString('latin1', 0, end).split('\r\n');
    this.#bytes = this.#bytes.subarray(end + HEAD_END.length);
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    this.#length = Number(headers['content-length'] ?? 0);
    if (headers['expect'] === '100-continue') this.#on_continue();
    const [method = '', path = ''] = first.split(' ');
    return { method, path: path.split('?')[0] ?? '', headers };
  }

  #takeLength(): Buffer | null {
    if (this.#bytes.length < this.#length) return null;
    const body = this.#bytes.subarray(0, this.#length);
    this.#bytes = this.#bytes.subarray(this.#length);
    return body;
  }

  #takeChunks(): Buffer | null {
    const parts: Buffer[] = [];
    let at = 0;
    for (;;) {
      const line = this.#bytes.indexOf('\r\n', at);
      if (line < 0) return null;
      const size = Number.parseInt(this.#bytes.toString('latin1', at, line), 16);
      const begin = line + 2;
      if (this.#bytes.length < begin + size + 2) return null;
      parts.push(this.#bytes.subarray(begin, begin + size));
      at = begin + size + 2;
      if (size === 0) break;
    }
    this.#bytes = this.#bytes.subarray(at);
    return Buffer.concat(parts);
  }
}
