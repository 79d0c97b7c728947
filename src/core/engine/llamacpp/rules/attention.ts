import { lastMatch } from '../log.ts';
import { equal, firstOf, fromLog, type Rule } from './rule.ts';

const SPELLINGS: Readonly<Record<string, string>> = {
  on: 'enabled',
  off: 'disabled',
  true: 'enabled',
  false: 'disabled',
  '1': 'enabled',
  '0': 'disabled',
};

/** `-fa`: `auto` is resolved while the context is built; a quantised V cache forces it on. */
export const flashAttention: Rule = {
  observe(view) {
    const said = fromLog('target', /^llama_context: flash_attn +=\s+(\w+)$/)(view);
    if (said?.value !== 'auto') return said;
    const resolved = lastMatch(
      view.log.target,
      /^resolve_fused_ops: Flash Attention (?:was auto, set to )?(enabled|disabled)/,
    );
    return resolved === null
      ? said
      : {
          ...said,
          value: resolved.groups[0] ?? '',
          evidence: `${said.evidence}; resolved: ${resolved.groups[0]}`,
        };
  },
  judge(wanted, observed) {
    if (wanted === 'auto') return { agrees: true, rule: 'forced', note: 'left to the engine' };
    return equal(SPELLINGS[String(wanted)] ?? String(wanted), observed);
  },
  from: 'the log: `llama_context: flash_attn = WORD`, and what auto became: `resolve_fused_ops: Flash Attention ...`',
  says: 'equal; auto left to the engine',
};

/** Sizes of the KV cache with its two types: `K (f16): 2.00 MiB, V (q8_0): 1.06 MiB`. */
export const cacheTypeK: Rule = {
  observe: fromLog('target', /^llama_kv_cache: size = .*\bK \((\w+)\): /),
  judge: equal,
};
export const cacheTypeV: Rule = {
  observe: fromLog('target', /^llama_kv_cache: size = .*\bV \((\w+)\): /),
  judge: equal,
};

/** `--cache-ram` in MiB: 0 is off, below 0 without limit. */
export const cacheRam: Rule = {
  observe: firstOf(
    fromLog('load', /^srv +load_model: prompt cache is enabled, size limit: (\d+|no limit)/, (limit) =>
      limit === 'no limit' ? -1 : Number(limit),
    ),
    fromLog('load', /^srv +load_model: prompt cache is (disabled)/, () => 0),
  ),
  judge: equal,
};
