import { MiB } from '../core/units.ts';

/** One event of a stream, with the time at which the bytes that completed it were read. */
export interface StreamEvent {
  readonly name: string;
  readonly data: string;
  readonly at: number;
}

/** An event larger than this is refused before it is parsed. */
const MAX_EVENT_BYTES = MiB;

export class EventTooBig extends Error {}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Server-sent events (WHATWG HTML, 9.2) from bytes. Works on bytes up to the end of a line, so that a read may end
 * anywhere: inside a character, between CR and LF, inside `[DONE]`. The caller takes the time before it calls, so that
 * parsing is not part of what is measured. An event that the stream's end cuts off is dropped, as the standard says.
 */
export class EventStream {
  #line: Uint8Array[] = [];
  #size = 0;
  #first = true;
  #skip_lf = false;
  #name = '';
  #data: string[] = [];

  push(chunk: Uint8Array, at: number): readonly StreamEvent[] {
    const events: StreamEvent[] = [];
    let from = this.#skip_lf && chunk[0] === LF ? 1 : 0;
    if (chunk.length > 0) this.#skip_lf = false;
    for (let to = from; to < chunk.length; to++) {
      const byte = chunk[to];
      if (byte !== LF && byte !== CR) continue;
      this.#take(chunk.subarray(from, to));
      const event = this.#endLine(at);
      if (event !== null) events.push(event);
      if (byte === CR && to + 1 === chunk.length) this.#skip_lf = true;
      else if (byte === CR && chunk[to + 1] === LF) to++;
      from = to + 1;
    }
    this.#take(chunk.subarray(from));
    return events;
  }

  #take(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#line.push(bytes);
    this.#size += bytes.length;
    if (this.#size > MAX_EVENT_BYTES) throw new EventTooBig(`an event of more than ${MAX_EVENT_BYTES} bytes`);
  }

  #endLine(at: number): StreamEvent | null {
    let line = Buffer.concat(this.#line).toString('utf8');
    this.#line = [];
    if (this.#first && line.startsWith('\ufeff')) line = line.slice(1);
    this.#first = false;
    if (line === '') return this.#dispatch(at);
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#name = value;
    return null;
  }

  #dispatch(at: number): StreamEvent | null {
    const event = { name: this.#name === '' ? 'message' : this.#name, data: this.#data.join('\n'), at };
    const has_data = this.#data.length > 0;
    this.#name = '';
    this.#data = [];
    this.#size = 0;
    return has_data ? event : null;
  }
}
