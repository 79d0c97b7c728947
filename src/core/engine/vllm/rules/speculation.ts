import { type RuledCommand, refused, type StaticRule } from '../../static-rule.ts';
import { methodOf } from '../speculation-asked.ts';
import { installed } from './source.ts';

export const SPECULATION = '--speculative-config';
export const key = (name: string) => `${SPECULATION}.${name}`;

const TOKENS = key('num_speculative_tokens');
const TENSOR = '--tensor-parallel-size';

/** Methods that cannot do without a draft model; others keep it in the model itself, or need none. */
const NEEDS_MODEL: readonly string[] = [
  'medusa',
  'mlp_speculator',
  'draft_model',
  'eagle',
  'eagle3',
  'dflash',
];
/** Methods whose number of draft tokens no draft model can tell. */
const NEEDS_NUMBER: readonly string[] = ['ngram', 'ngram_gpu'];
/** Methods with which the engine cannot schedule ahead: asked for all the same it refuses. */
const NOT_AHEAD: readonly string[] = ['ngram', 'suffix', 'medusa', 'mlp_speculator', 'custom_class'];

const speculative = (wording: string) => installed('config/speculative.py', wording);

/** The method that a command asks for; null: none, or it follows from the draft model. */
export function askedMethod(c: RuledCommand): string | null {
  return methodOf({ method: c.asked(key('method')), model: c.asked(key('model')) });
}

function isOneOf(c: RuledCommand, methods: readonly string[]): string | null {
  const method = askedMethod(c);
  return method !== null && methods.includes(method) ? method : null;
}

/** A method that is not named here may be one of a later release: it is not judged. */
export const SPECULATION_REFUSALS: readonly StaticRule[] = [
  refused(
    {
      flags: [TOKENS],
      says: 'a whole number above 0',
      source: speculative('Expected num_speculative_tokens to be greater than zero'),
    },
    (c) => {
      const tokens = c.number(TOKENS);
      return tokens === null || (Number.isInteger(tokens) && tokens > 0)
        ? null
        : `num_speculative_tokens is a whole number above 0, not ${tokens}`;
    },
  ),
  refused(
    {
      flags: [TOKENS, SPECULATION],
      says: 'needed with ngram',
      source: speculative('num_speculative_tokens must be provided'),
    },
    (c) => {
      const method = isOneOf(c, NEEDS_NUMBER);
      return method !== null && c.asked(TOKENS) === null
        ? `the method ${method} needs num_speculative_tokens`
        : null;
    },
  ),
  refused(
    {
      flags: [key('model'), SPECULATION],
      says: `needed with ${NEEDS_MODEL.join(', ')}`,
      source: speculative('num_speculative_tokens was provided but without speculative model.'),
    },
    (c) => {
      const method = isOneOf(c, NEEDS_MODEL);
      return method !== null && c.asked(key('model')) === null
        ? `the method ${method} needs a draft model`
        : null;
    },
  ),
  refused(
    {
      flags: [key('prompt_lookup_min'), key('prompt_lookup_max')],
      says: 'no more than prompt_lookup_max',
      source: speculative('prompt_lookup_min=N must be <= prompt_lookup_max=M'),
    },
    (c) => {
      const [least, most] = [c.number(key('prompt_lookup_min')), c.number(key('prompt_lookup_max'))];
      return least !== null && most !== null && least > most
        ? `prompt_lookup_min ${least} is more than prompt_lookup_max ${most}`
        : null;
    },
  ),
  refused(
    {
      flags: [key('tensor_parallel_size')],
      says: 'no key: draft_tensor_parallel_size is meant',
      source: speculative("'tensor_parallel_size' is not a valid argument in the speculative_config."),
    },
    (c) =>
      c.asked(key('tensor_parallel_size')) === null
        ? null
        : `tensor_parallel_size is no key of ${SPECULATION}: draft_tensor_parallel_size is meant`,
  ),
  refused(
    {
      flags: [key('draft_tensor_parallel_size'), TENSOR],
      says: `1, or ${TENSOR}`,
      source: speculative('cannot be other value than 1 or target model tensor_parallel_size'),
    },
    (c) => {
      const [draft, target] = [c.number(key('draft_tensor_parallel_size')), c.number(TENSOR) ?? 1];
      return draft !== null && draft !== 1 && draft !== target
        ? `draft_tensor_parallel_size ${draft} is neither 1 nor ${TENSOR} ${target}`
        : null;
    },
  ),
  refused(
    {
      flags: ['--async-scheduling', SPECULATION],
      says: `not with ${NOT_AHEAD.join(', ')}`,
      source: installed(
        'config/vllm.py',
        'Currently, async scheduling is only supported with EAGLE/MTP/Draft Model/NGram GPU/DSpark/DFlash kind of speculative decoding',
      ),
    },
    (c) => {
      const method = isOneOf(c, NOT_AHEAD);
      return c.asked('--async-scheduling') === true && method !== null
        ? `--async-scheduling does not go with the method ${method}`
        : null;
    },
  ),
  refused(
    {
      flags: ['--max-num-batched-tokens', '--max-num-seqs', SPECULATION, '--enable-lora'],
      says: 'with LoRA at least --max-num-seqs * (num_speculative_tokens + 1)',
      source: installed(
        'engine/arg_utils.py',
        'Consider increasing max_num_batched_tokens or decreasing num_speculative_tokens',
      ),
    },
    (c) => {
      const [batch, sequences, tokens] = ['--max-num-batched-tokens', '--max-num-seqs', TOKENS].map((flag) =>
        c.number(flag),
      );
      if (c.asked('--enable-lora') !== true || !batch || !sequences || !tokens) return null;
      const least = sequences * (tokens + 1);
      return batch < least
        ? `with LoRA --max-num-batched-tokens is at least --max-num-seqs * (num_speculative_tokens + 1) = ${least}`
        : null;
    },
  ),
];
