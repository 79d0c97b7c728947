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
const SPACE = 0x20;
/** The bytes of `data:`, with which nearly every line begins. */
const DATA = Buffer.from('data:');

/**
 * Server-sent events (WHATWG HTML, 9.2) from bytes. Works on bytes up to the end of a line, so that a read may end
 * anywhere: inside a character, between CR and LF, inside `[DONE]`. The caller takes the time before it calls, so that
 * parsing is not part of what is measured. An event that the stream's end cuts off is dropped, as the standard says.
 */
export class EventStream {
  /** What earlier reads had of a line that has not ended. */
  #line: Buffer[] = [];
  #size = 0;
  #first = true;
  #skip_lf = false;
  #name = '';
  #data: string | null = null;

  push(chunk: Uint8Array, at: number): readonly StreamEvent[] {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    const events: StreamEvent[] = [];
    let from = this.#skip_lf && bytes[0] === LF ? 1 : 0;
    if (bytes.length > 0) this.#skip_lf = false;
    // each is looked for again only when it has been passed: streams have one of the two, as a rule
    let [lf, cr] = [bytes.indexOf(LF, from), bytes.indexOf(CR, from)];
    for (;;) {
      const to = cr >= 0 && (lf < 0 || cr < lf) ? cr : lf;
      if (to < 0) break;
      const event = this.#endLine(bytes, from, to, at);
      if (event !== null) events.push(event);
      from = to + 1;
      if (to === cr && from === bytes.length) this.#skip_lf = true;
      else if (to === cr && bytes[from] === LF) from++;
      if (lf >= 0 && lf < from) lf = bytes.indexOf(LF, from);
      if (to === cr) cr = bytes.indexOf(CR, from);
    }
    if (from < bytes.length) {
      this.#grow(bytes.length - from);
      this.#line.push(bytes.subarray(from));
    }
    return events;
  }

  #grow(by: number): void {
    this.#size += by;
    if (this.#size > MAX_EVENT_BYTES) throw new EventTooBig(`an event of more than ${MAX_EVENT_BYTES} bytes`);
  }

  #endLine(bytes: Buffer, from: number, to: number, at: number): StreamEvent | null {
    this.#grow(to - from);
    if (this.#line.length > 0) return this.#endBrokenLine(bytes.subarray(from, to), at);
    if (from === to) {
      this.#first = false;
      return this.#dispatch(at);
    }
    if (!startsWithData(bytes, from, to)) return this.#field(bytes.toString('utf8', from, to), at);
    this.#first = false;
    const value = from + DATA.length;
    this.#add(bytes.toString('utf8', bytes[value] === SPACE && value < to ? value + 1 : value, to));
    return null;
  }

  #endBrokenLine(end: Buffer, at: number): StreamEvent | null {
    const line = Buffer.concat([...this.#line, end]).toString('utf8');
    this.#line = [];
    return this.#field(line, at);
  }

  #field(raw: string, at: number): StreamEvent | null {
    const line = this.#first && raw.startsWith('\ufeff') ? raw.slice(1) : raw;
    this.#first = false;
    if (line === '') return this.#dispatch(at);
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'data') this.#add(value);
    else if (field === 'event') this.#name = value;
    return null;
  }

  #add(value: string): void {
    this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
  }

  #dispatch(at: number): StreamEvent | null {
    const data = this.#data;
    const name = this.#name === '' ? 'message' : this.#name;
    this.#name = '';
    this.#data = null;
    this.#size = 0;
    return data === null ? null : { name, data, at };
  }
}

function startsWithData(bytes: Buffer, from: number, to: number): boolean {
  if (to - from < DATA.length) return false;
  for (let i = 0; i < DATA.length; i++) if (bytes[from + i] !== DATA[i]) return false;
  return true;
}
