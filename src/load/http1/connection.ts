import type { Socket } from 'node:net';
import { tlsError } from '../../core/tls-error.ts';
import type { ExchangeEnd, ExchangeListener } from '../../ports/exchange.ts';
import { AnswerBytes } from './answer-bytes.ts';
import { NoHttpAnswer } from './answer-head.ts';

/** Who is told what becomes of a connection. */
export interface ConnectionOwner {
  /** Its answer has ended, and it may take another request within so many ms. */
  free(connection: Connection, kept_ms: number): void;
  /** It takes no more requests. */
  gone(connection: Connection): void;
}

interface Current {
  readonly listener: ExchangeListener;
  readonly answer: AnswerBytes;
}

/** One connection and the request that it carries at most. */
export class Connection {
  readonly #owner: ConnectionOwner;
  readonly #socket: Socket;
  #current: Current | null = null;
  #used = false;
  #gone = false;

  /** `open` makes the socket, and gives what is read to `read` by a buffer that takes the next read, too. */
  constructor(owner: ConnectionOwner, open: (read: (bytes: Buffer) => void) => Socket) {
    this.#owner = owner;
    this.#socket = open((bytes) => this.#read(bytes));
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.#lost(kindOf(error), messageOf(error)));
    this.#socket.on('end', () => this.#closed());
    this.#socket.on('close', () => this.#closed());
  }

  /** Nothing is told from inside. Returns how to cancel it: after that nothing more is told. */
  send(request: Buffer, listener: ExchangeListener): () => void {
    const answer = new AnswerBytes(({ status, headers }) => listener.headers(status, headers));
    const current = { listener, answer };
    this.#current = current;
    // many that are made in one go all wait until the last of them is made
    if (!this.#used)
      process.nextTick(() => {
        if (this.#current === current) listener.connecting?.();
      });
    this.#socket.write(request);
    return () => {
      if (this.#current === current) this.destroy();
    };
  }

  /** Nobody is told. */
  destroy(): void {
    this.#current = null;
    this.#socket.destroy();
    if (this.#gone) return;
    this.#gone = true;
    this.#owner.gone(this);
  }

  #read(bytes: Buffer): void {
    const current = this.#current;
    // nobody has asked for it
    if (current === null) return this.destroy();
    const { answer, listener } = current;
    let data: Buffer | null;
    try {
      data = answer.take(bytes);
    } catch (error) {
      if (!(error instanceof NoHttpAnswer)) throw error;
      return this.#lost('network', `no answer of HTTP: ${error.message}`);
    }
    // a listener may cancel in every call
    if (data !== null && this.#current === current) listener.data(data);
    if (answer.whole && this.#current === current) this.#ended(current);
  }

  #ended({ answer, listener }: Current): void {
    // what the other side has not read of this request, it might never read
    const unusable = answer.surplus || this.#socket.writableLength > 0;
    const kept_ms = unusable ? 0 : (answer.head?.kept_ms ?? 0);
    this.#current = null;
    this.#used = true;
    if (kept_ms > 0) this.#owner.free(this, kept_ms);
    else this.destroy();
    listener.end('end', '', false);
  }

  #closed(): void {
    const current = this.#current;
    if (current?.answer.close()) this.#ended(current);
    else this.#lost('reset', 'the connection was closed');
  }

  #lost(how: ExchangeEnd, message: string): void {
    const current = this.#current;
    this.destroy();
    if (current === null) return;
    const { answer, listener } = current;
    const begun = answer.head !== null;
    listener.end(begun ? 'cut-off' : how, message, !answer.any && this.#used && how === 'reset');
  }
}

/** That of a name with several addresses has none of its own. */
function messageOf(error: Error): string {
  return error instanceof AggregateError
    ? error.errors.map((each: Error) => each.message).join('; ')
    : error.message;
}

function kindOf(error: NodeJS.ErrnoException): ExchangeEnd {
  if (error.code === 'ECONNREFUSED') return 'refused';
  if (tlsError(error.code ?? '') !== null) return 'tls';
  return error.code === 'ECONNRESET' || error.code === 'EPIPE' ? 'reset' : 'network';
}
