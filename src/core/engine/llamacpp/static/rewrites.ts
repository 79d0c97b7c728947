import { type RuledCommand, rewritten, type StaticRule } from '../../static-rule.ts';
import { FLAGS } from '../flags.ts';
import { expectedContext } from '../rules/context.ts';
import { draftsAlways, typesIn } from '../speculation.ts';
import { seen } from './source.ts';

const [CONTEXT, BATCH, UBATCH, SLOTS] = ['--ctx-size', '--batch-size', '--ubatch-size', '--parallel'];
const DRAFT_MAX = '--spec-draft-n-max';

/** Values that only say: as the server chooses. */
const LEFT: Readonly<Record<string, (value: string) => boolean>> = {
  '--parallel': (value) => Number(value) < 1,
  '--threads': (value) => Number(value) < 1,
  '--ctx-size': (value) => Number(value) === 0,
  '--n-gpu-layers': (value) => value === 'auto',
  '--spec-draft-ngl': (value) => value === 'auto',
  '--flash-attn': (value) => value === 'auto' || value === '-1',
  '--load-mode': (value) => value === 'auto',
};

/** Flags of drafting that do nothing without a type that owns them. */
const OF_DRAFTS = ['--spec-draft-n-max', '--spec-draft-n-min', '--spec-draft-p-min', '--spec-draft-p-split'];
const OF_TEXT: readonly (readonly [flag: string, type: string])[] = FLAGS.flatMap(({ name }) => {
  const type = /^--spec-(ngram-(?:mod|simple|map-k4v|map-k))-/.exec(name)?.[1];
  return type === undefined ? [] : [[name, type] as const];
});

/** What the server runs with instead of what was asked, in its order. */
export const REWRITES: readonly StaticRule[] = [
  ...Object.entries(LEFT).map(([flag, left]) =>
    rewritten(
      { flags: [flag], says: 'a value that leaves it to the server is as none', source: seen(null) },
      (c) => {
        const value = c.asked(flag);
        return typeof value === 'string' && left(value)
          ? { text: `${flag} ${value} leaves it to the server`, becomes: { [flag]: null } }
          : null;
      },
    ),
  ),
  rewritten(
    {
      flags: ['--mmap', '--load-mode'],
      says: '--no-mmap is --load-mode none, --mmap is --load-mode mmap',
      source: seen('DEPRECATED: --mmap and --no-mmap are deprecated. use --load-mode mmap instead'),
    },
    (c) => {
      const mmap = c.asked('--mmap');
      if (typeof mmap !== 'boolean' || c.asked('--load-mode') !== null) return null;
      const mode = mmap ? 'mmap' : 'none';
      return {
        text: `${mmap ? '--mmap' : '--no-mmap'} is --load-mode ${mode}`,
        becomes: { '--mmap': null, '--load-mode': mode },
      };
    },
  ),
  rewritten(
    { flags: [BATCH, CONTEXT], says: 'no more than --ctx-size', source: seen('llama_context: n_batch = N') },
    (c) => {
      const [batch, context] = [c.number(BATCH) ?? 2048, c.number(CONTEXT)];
      if (context === null || context <= 0 || batch <= context) return null;
      return { text: `${BATCH} ${batch} becomes ${context}, the context`, becomes: { [BATCH]: context } };
    },
  ),
  rewritten(
    {
      flags: [UBATCH, BATCH],
      says: 'no more than --batch-size',
      source: seen('llama_context: n_ubatch = N'),
    },
    (c) => {
      const [small, batch] = [c.number(UBATCH) ?? 512, c.number(BATCH) ?? 2048];
      if (batch <= 0 || small <= batch) return null;
      return { text: `${UBATCH} ${small} becomes ${batch}, the batch`, becomes: { [UBATCH]: batch } };
    },
  ),
  rewritten(
    {
      flags: [CONTEXT, SLOTS],
      says: 'rounded up to 256 tokens, for each slot where they divide the context',
      source: seen('llama_context: n_ctx = N'),
    },
    (c) => {
      const context = c.number(CONTEXT);
      if (context === null || context <= 0) return null;
      const { total } = expectedContext(context, shapeOf(c));
      return total === context
        ? null
        : { text: `${CONTEXT} ${context} becomes ${total}`, becomes: { [CONTEXT]: total } };
    },
  ),
  rewritten(
    {
      flags: [DRAFT_MAX],
      says: '0 drafts one token all the same',
      source: seen(null),
    },
    (c) =>
      c.number(DRAFT_MAX) === 0 && types(c).some(draftsAlways)
        ? { text: `${DRAFT_MAX} 0 drafts one token all the same`, becomes: { [DRAFT_MAX]: 1 } }
        : null,
  ),
  rewritten(
    {
      flags: [...OF_DRAFTS, '--spec-type'],
      says: 'no effect without a --spec-type that drafts with a model',
      source: seen('no implementations specified for speculative decoding'),
    },
    (c) => idle(c, types(c).some(draftsAlways) ? [] : OF_DRAFTS, 'a type that drafts with a model'),
  ),
  ...[...new Set(OF_TEXT.map(([, type]) => type))].map((type) => {
    const own = OF_TEXT.filter(([, of]) => of === type).map(([flag]) => flag);
    return rewritten({ flags: own, says: `no effect without --spec-type ${type}`, source: seen(null) }, (c) =>
      idle(c, types(c).includes(type) ? [] : own, type),
    );
  }),
];

/** Types of drafting that are asked for. */
export function types(command: RuledCommand): readonly string[] {
  return typesIn(command.asked('--spec-type'));
}

/** How slots share the context: each has its own part once their number is given, unless it is said otherwise. */
export function shapeOf(command: RuledCommand) {
  const slots = command.number(SLOTS);
  const given = slots !== null && slots > 0;
  const said = command.asked('--kv-unified');
  const unified = typeof said === 'boolean' ? said : !given;
  return { per_slot: null, total: null, slots: given ? slots : 1, unified, trained: null };
}

function idle(command: RuledCommand, flags: readonly string[], without: string) {
  const given = flags.filter((flag) => command.asked(flag) !== null);
  if (given.length === 0) return null;
  return {
    text: `${given.join(', ')} has no effect without --spec-type ${without}`,
    becomes: Object.fromEntries(given.map((flag) => [flag, null])),
  };
}
