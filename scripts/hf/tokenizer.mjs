// The vocabulary of a counting model as a `tokenizer.json`: bytes, the end mark and whole numbers, without any merges.

import { END, END_TEXT } from '../gguf/tokens.mjs';

/** The way GPT-2 writes a space that belongs to a token. */
const SPACE = 'Ġ';
const BYTE_LEVEL = Object.freeze({
  type: 'ByteLevel',
  add_prefix_space: false,
  trim_offsets: true,
  use_regex: false,
});

/** @param {string[]} texts by token id */
export function tokenizer(texts) {
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [
      {
        id: END,
        content: END_TEXT,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
      },
    ],
    normalizer: null,
    pre_tokenizer: BYTE_LEVEL,
    post_processor: null,
    decoder: BYTE_LEVEL,
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries(texts.map((text, id) => [text.replaceAll(' ', SPACE), id])),
      merges: [],
    },
  };
}
