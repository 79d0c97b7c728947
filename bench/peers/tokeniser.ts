import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { END_TEXT } from '../../scripts/gguf/tokens.mjs';
import { tokenizer } from '../../scripts/hf/tokenizer.mjs';

/** By this name the hub's own cache knows it: some tools take no folder. */
export const HUB_NAME = 'bench/letters';
const REVISION = '0'.repeat(40);
const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
const LETTERS = tokenizer([...PRINTABLE, END_TEXT]);
const ENDS = { bos_token_id: PRINTABLE.length, eos_token_id: PRINTABLE.length };
const FILES: Readonly<Record<string, object>> = {
  'tokenizer.json': {
    ...LETTERS,
    added_tokens: LETTERS.added_tokens.map((token) => ({ ...token, id: PRINTABLE.length })),
  },
  'tokenizer_config.json': {
    tokenizer_class: 'PreTrainedTokenizerFast',
    eos_token: END_TEXT,
    model_max_length: 32_768,
  },
  'config.json': { model_type: 'gpt2', vocab_size: PRINTABLE.length + 1, ...ENDS },
};

/**
 * A tokeniser of which each printable character is a token, so that all tools count what the server counts: as a folder,
 * and in a cache of the hub. Returns both.
 */
export function writeTokeniser(dir: string): { readonly folder: string; readonly hub: string } {
  const folder = path.join(dir, 'tokeniser');
  const hub = path.join(dir, 'hub');
  const model = path.join(hub, 'hub', `models--${HUB_NAME.replace('/', '--')}`);
  const snapshot = path.join(model, 'snapshots', REVISION);
  for (const place of [folder, snapshot]) {
    mkdirSync(place, { recursive: true });
    for (const [name, content] of Object.entries(FILES))
      writeFileSync(path.join(place, name), JSON.stringify(content));
  }
  mkdirSync(path.join(model, 'refs'));
  writeFileSync(path.join(model, 'refs', 'main'), REVISION);
  return { folder, hub };
}
