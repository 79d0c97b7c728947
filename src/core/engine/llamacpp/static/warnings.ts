import { type StaticRule, warned } from '../../static-rule.ts';
import { expectedContext } from '../rules/context.ts';
import { draftsAlways } from '../speculation.ts';
import { shapeOf, types } from './rewrites.ts';
import { seen } from './source.ts';

const SLOTS_CHOSEN = 4;
const MODEL = '--spec-draft-model';
const OF_MEMORY = ['--ctx-size', '--n-gpu-layers', '--parallel'];

/** What starts, is healthy, and does not do what it seems to. */
export const WARNINGS: readonly StaticRule[] = [
  warned(
    {
      flags: ['--parallel'],
      says: 'a concurrency above the slots cannot be measured: the rest waits (without the flag there are 4)',
      source: seen('n_parallel is set to auto, using n_parallel = 4 and kv_unified = true'),
    },
    (c) => {
      const given = c.number('--parallel');
      const slots = given ?? SLOTS_CHOSEN;
      const above = c.concurrency.filter((each) => each > slots);
      const limit =
        given === null ? `the ${SLOTS_CHOSEN} slots that the server chooses` : `--parallel ${given}`;
      return above.length === 0
        ? null
        : `concurrency ${above.join(', ')} is more than ${limit}: the rest waits, and what is measured is the queue`;
    },
  ),
  warned(
    {
      flags: ['--ctx-size', '--parallel', '--kv-unified'],
      says: 'an explicit number of slots divides the context, unless --kv-unified is given',
      source: seen('initializing, n_slots = N, n_ctx_slot = M'),
    },
    (c) => {
      const context = c.number('--ctx-size');
      const shape = shapeOf(c);
      if (context === null || context <= 0 || shape.unified || shape.slots < 2) return null;
      if (!['--ctx-size', '--parallel', '--kv-unified'].some((flag) => c.varied.has(flag))) return null;
      return `each of the ${shape.slots} slots has a context of ${expectedContext(context, shape).per_slot}`;
    },
  ),
  warned(
    {
      flags: [MODEL, '--spec-type'],
      says: 'a draft model without a type is loaded and never used',
      source: seen('no implementations specified for speculative decoding'),
    },
    (c) =>
      (c.asked(MODEL) !== null || c.asked('--spec-draft-hf') !== null) && !types(c).some(draftsAlways)
        ? 'the draft model is loaded and never used: no --spec-type drafts with it'
        : null,
  ),
  warned(
    {
      flags: ['--spec-type', MODEL],
      says: 'draft-simple without a draft model drafts nothing',
      source: seen('failed to initialize speculative decoding context'),
    },
    (c) =>
      types(c).includes('draft-simple') && c.asked(MODEL) === null && c.asked('--spec-draft-hf') === null
        ? `--spec-type draft-simple drafts nothing without ${MODEL}`
        : null,
  ),
  warned(
    {
      flags: ['--spec-draft-n-min', '--spec-draft-n-max'],
      says: 'a least number of drafts above the largest: nothing is ever drafted',
      source: seen(null),
    },
    (c) => {
      const [least, most] = [c.number('--spec-draft-n-min'), c.number('--spec-draft-n-max') ?? 3];
      return least !== null && least > most && types(c).some(draftsAlways)
        ? `--spec-draft-n-min ${least} is more than --spec-draft-n-max ${most}: nothing is ever drafted`
        : null;
    },
  ),
  warned(
    {
      flags: OF_MEMORY,
      says: 'whether the memory suffices is known only from a start; what is not given, --fit makes smaller without a word',
      source: seen(
        "whether to adjust unset arguments to fit in device memory ('on' or 'off', default: 'on')",
      ),
    },
    (c) => {
      const varied = OF_MEMORY.filter((flag) => c.varied.has(flag) && c.asked(flag) !== null);
      return varied.length === 0 || c.asked('--fit') === 'off'
        ? null
        : `what is not given besides ${varied.join(', ')} the server may make smaller to fit the memory: --fit off has it refuse instead`;
    },
  ),
];
