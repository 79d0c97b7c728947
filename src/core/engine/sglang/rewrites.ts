import { lastLine, quoted } from './log.ts';
import type { View } from './view.ts';

/** What the engine says when it puts another value in place of the one that was asked, and starts all the same. */
const REWRITES: Readonly<Record<string, RegExp>> = {
  '--speculative-eagle-topk': /only supports speculative_eagle_topk == 1; overriding/,
  '--speculative-num-steps': /only supports speculative_num_steps == 1; overriding/,
  '--speculative-num-draft-tokens': /defaulting (?:speculative_num_draft_tokens )?to \d+/,
  '--speculative-draft-window-size': /^--speculative-draft-window-size has no effect with/,
  '--speculative-dflash-block-size': /^DFLASH block size mismatch: using/,
  '--max-running-requests': /^Max running requests is reset to \d+ for speculative decoding/,
  '--enable-mixed-chunk': /mixed chunked prefill (?:is|are) disabled/i,
  '--speculative-draft-attention-backend': /^DFLASH draft worker does not support attention_backend /,
  '--page-size': /^[\w-]+(?: \w+)? only supports? a? ?page_size of .* chang(?:e|ing) page_size /,
  '--disable-overlap-schedule': /^Pipeline parallelism is incompatible with overlap schedule/,
  '--chunked-prefill-size': /^DP attention is enabled\. chunked prefill size is adjusted/,
};

/** Is there a line by which the engine says so of this flag? */
export function rewrites(flag: string): boolean {
  return REWRITES[flag] !== undefined;
}

/** The line in which the engine says so, as evidence; null: it does not. */
export function rewriteOf(view: View, flag: string): string | null {
  const pattern = REWRITES[flag];
  const line = pattern === undefined ? null : lastLine(view.startup, pattern);
  return line === null ? null : quoted(line);
}
