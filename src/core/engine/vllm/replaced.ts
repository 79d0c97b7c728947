import { lastLine, quoted } from './log.ts';
import type { View } from './view.ts';

const EAGER = /^(?:Enforce eager set, disabling|Cudagraph is disabled under eager mode)/;

/** What the engine says when it puts another value in place of the one that was asked, and starts all the same. */
const REPLACED: Readonly<Record<string, RegExp>> = {
  '--async-scheduling':
    /^Async scheduling (?:not supported with|is not compatible|will be disabled|is disabled)/,
  '--max-num-scheduled-tokens': /^max_num_scheduled_tokens is set to \d+ based on/,
  '--max-num-batched-tokens': /^Raising max_num_batched_tokens from/,
  '--cudagraph-capture-sizes': EAGER,
  '--max-cudagraph-capture-size': /^(?:Truncating max_cudagraph_capture_size|Enforce eager set, disabling)/,
  '--compilation-config':
    /^(?:Enforce eager set, disabling|.*Overriding cudagraph_mode|Cudagraph mode .* is not compatible)/,
  '--enable-prefix-caching':
    /^(?:Disabling prefix caching|Prefix caching is not supported|Encoder-decoder models do not support)/,
  '--enable-chunked-prefill': /^(?:Chunked prefill is not supported|Encoder-decoder models do not support)/,
  '--all2all-backend': /^The '\w+' all2all backend has been removed/,
  '--load-format': /Overriding `load_format` to/,
  '--disable-hybrid-kv-cache-manager': /^Turning off hybrid kv cache manager/,
  '--speculative-config':
    /^(?:Defaulted num_speculative_tokens to \d+|Dynamic speculative decoding is not supported)/,
};

/** The line in which the engine says so, as evidence; null: it does not. */
export function replacementOf(view: View, flag: string): string | null {
  const pattern = REPLACED[flag] ?? REPLACED[flag.split('.')[0] ?? ''];
  const line = pattern === undefined ? null : lastLine(view.startup, pattern);
  return line === null ? null : quoted(line);
}
