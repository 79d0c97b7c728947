import { rewritten, type StaticRule } from '../../static-rule.ts';
import { attentionBackends, PAGE } from './asked.ts';
import { installed } from './source.ts';

/** Page sizes that a kernel knows; any other becomes 64. */
const PAGES: Readonly<Record<string, readonly number[]>> = {
  flashmla: [64],
  trtllm_mla: [32, 64],
  cutedsl_mla: [32, 64],
  trtllm_mha: [16, 32, 64, 128],
  hpc_ops: [64],
};

/** What the engine changes of how memory and work are laid out. */
export const LAYOUT_REWRITES: readonly StaticRule[] = [
  rewritten(
    {
      flags: [PAGE, '--attention-backend'],
      says: `what the kernels know (${Object.entries(PAGES)
        .map(([name, sizes]) => `${name}: ${sizes.join(', ')}`)
        .join('; ')}), else 64`,
      source: installed(
        'arg_groups/overrides.py',
        'TensorRT-LLM MLA only supports page_size of 32 or 64, changing page_size from N to 64.',
      ),
    },
    (c) => {
      const page = c.number(PAGE);
      const against = attentionBackends(c).find((name) => PAGES[name]?.includes(page ?? 1) === false);
      return against === undefined
        ? null
        : {
            text: `${PAGE} ${page ?? 'not given'} becomes 64 with the attention backend ${against}`,
            becomes: { [PAGE]: 64 },
          };
    },
  ),
  rewritten(
    {
      flags: ['--disable-overlap-schedule', '--pp-size'],
      says: 'switched on with more than one stage',
      source: installed(
        'arg_groups/overrides.py',
        'Pipeline parallelism is incompatible with overlap schedule.',
      ),
    },
    (c) =>
      (c.number('--pp-size') ?? 1) > 1
        ? {
            text: `--disable-overlap-schedule is on with --pp-size ${c.number('--pp-size')}, given or not`,
            becomes: { '--disable-overlap-schedule': true },
          }
        : null,
  ),
  rewritten(
    {
      flags: ['--enable-dp-attention', '--dp-size', '--attn-dp-size'],
      says: '`--dp-size N --enable-dp-attention` is `--attn-dp-size N`',
      source: installed(
        'arg_groups/parallel_hook.py',
        'Deprecated. Use --attn-dp-size <dp-size> instead of --dp-size <dp-size> --enable-dp-attention.',
      ),
    },
    (c) => {
      const groups = c.number('--dp-size') ?? 1;
      if (c.asked('--enable-dp-attention') !== true || (c.number('--attn-dp-size') ?? 1) !== 1) return null;
      return {
        text: `--dp-size ${groups} --enable-dp-attention is --attn-dp-size ${groups}`,
        becomes: { '--attn-dp-size': groups, '--dp-size': null, '--enable-dp-attention': null },
      };
    },
  ),
];
