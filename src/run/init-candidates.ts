/** A parameter that is often worth trying. */
export interface Candidate {
  readonly name: string;
  readonly flag: string;
  readonly values: readonly (string | number)[];
  readonly why: string;
}

/** In the order in which one would try them; the first is written live, the others as comments. */
export const LLAMACPP_CANDIDATES: readonly Candidate[] = [
  {
    name: 'slots',
    flag: '--parallel',
    values: [1, 2, 4],
    why: 'requests served at once; an explicit number divides the context',
  },
  {
    name: 'ubatch',
    flag: '--ubatch-size',
    values: [256, 512, 1024],
    why: 'prompt tokens in one step: time to first token, and memory',
  },
  {
    name: 'batch',
    flag: '--batch-size',
    values: [1024, 2048, 4096],
    why: 'prompt tokens that are planned together',
  },
  {
    name: 'draft',
    flag: '--spec-draft-n-max',
    values: [2, 4, 8],
    why: 'tokens drafted ahead; only with a draft model and --spec-type',
  },
  { name: 'flash', flag: '--flash-attn', values: ['auto', 'on', 'off'], why: 'attention kernel' },
  {
    name: 'kv',
    flag: '--cache-type-k',
    values: ['f16', 'q8_0'],
    why: 'precision of the keys in the cache: memory against quality',
  },
  {
    name: 'threads',
    flag: '--threads',
    values: [4, 8],
    why: 'compute threads; more than there are free cores is slower',
  },
];
