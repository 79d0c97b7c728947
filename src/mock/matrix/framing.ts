import type { ScenarioInput } from '../script.ts';

/** Good answers in every form that the standards allow. */
export const FRAMING: readonly ScenarioInput[] = [
  { name: 'cr', framing: { newline: 'cr' } },
  { name: 'crlf', framing: { newline: 'crlf' } },
  { name: 'mixed-line-ends', framing: { newline: 'mixed' } },
  { name: 'no-space', framing: { space: false } },
  { name: 'other-fields', framing: { fields: true } },
  { name: 'multi-line-data', framing: { multi_line: true } },
  { name: 'comments', framing: { comments: true } },
  { name: 'byte-order-mark', framing: { byte_order_mark: true } },
  { name: 'cut-at-seven', framing: { cut: 7 } },
  { name: 'byte-by-byte', framing: { cut: 1 } },
  { name: 'byte-by-byte-crlf', framing: { cut: 1, newline: 'crlf' } },
  { name: 'one-segment', framing: { whole: true } },
  { name: 'megabyte-event', payload: { before: [`{"choices":[],"padding":"${'x'.repeat(1_000_000)}"}`] } },
  { name: 'content-length', framing: { transfer: 'length' } },
  { name: 'close-delimited', framing: { transfer: 'close' } },
  { name: 'http-1.0', framing: { version: '1.0' } },
  { name: 'trailers', framing: { trailers: true } },
  { name: 'continue-first', framing: { unasked_continue: true } },
];

/** Not asked for by a client that says `accept-encoding: identity`, and sent all the same. */
export const ENCODINGS: readonly ScenarioInput[] = [
  { name: 'gzip', framing: { encoding: 'gzip' } },
  { name: 'brotli', framing: { encoding: 'br' } },
];
