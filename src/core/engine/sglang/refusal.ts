import type { ArgvFlag } from '../argv.ts';
import { asked, askedNumber, canonicalFlags } from './view.ts';

/** Algorithms that draft blocks with a DFlash model; the second is known to forks only. */
const BLOCKS: readonly unknown[] = ['DFLASH', 'DDTREE'];

interface Refusal {
  /** Why the engine refuses this command; null: it does not, or it depends on what is not on the command line. */
  why(flags: readonly ArgvFlag[]): string | null;
}

const WINDOW = '--speculative-draft-window-size';
const BLOCK = '--speculative-dflash-block-size';
const DRAFT_TOKENS = '--speculative-num-draft-tokens';

/**
 * What the engine's own checks refuse at the start of every process (arg_groups/speculative_hook.py of 0.5.23; the
 * page size: pull request 29907). Without a block on the command line it comes from the draft model's own
 * configuration, of which nothing is known here.
 */
const REFUSALS: readonly Refusal[] = [
  { why: (flags) => notPositive(flags, WINDOW) ?? notPositive(flags, BLOCK) },
  {
    why(flags) {
      const [block, tokens] = [askedNumber(flags, BLOCK), askedNumber(flags, DRAFT_TOKENS)];
      return draftsBlocks(flags) && block !== null && tokens !== null && block !== tokens
        ? `${BLOCK} ${block} and ${DRAFT_TOKENS} ${tokens} must be the same`
        : null;
    },
  },
  {
    why(flags) {
      const window = askedNumber(flags, WINDOW);
      const block = askedNumber(flags, BLOCK) ?? askedNumber(flags, DRAFT_TOKENS);
      return draftsBlocks(flags) && window !== null && block !== null && window < block
        ? `${WINDOW} ${window} is smaller than a block of ${block} draft tokens`
        : null;
    },
  },
  {
    why: (flags) =>
      draftsBlocks(flags) && asked(flags, '--speculative-draft-model-path') === null
        ? `${asked(flags, '--speculative-algorithm')} needs --speculative-draft-model-path`
        : null,
  },
  {
    why(flags) {
      const stages = askedNumber(flags, '--pp-size');
      return draftsBlocks(flags) && stages !== null && stages > 1
        ? `${asked(flags, '--speculative-algorithm')} works only with --pp-size 1`
        : null;
    },
  },
  {
    why(flags) {
      const page = askedNumber(flags, '--page-size');
      return algorithmOf(flags) === 'DDTREE' && page !== null && page > 1
        ? 'DDTREE works only with --page-size 1'
        : null;
    },
  },
  {
    why: (flags) =>
      asked(flags, '--speculative-draft-sink-size') !== null && asked(flags, WINDOW) === null
        ? `--speculative-draft-sink-size needs ${WINDOW}`
        : null,
  },
];

/** Why the engine would refuse to start with this command; null: nothing on the command line is known to be refused. */
export function refusal(argv: readonly string[]): string | null {
  const flags = canonicalFlags(argv);
  for (const { why } of REFUSALS) {
    const reason = why(flags);
    if (reason !== null) return reason;
  }
  return null;
}

function algorithmOf(flags: readonly ArgvFlag[]): string | null {
  const said = asked(flags, '--speculative-algorithm');
  return typeof said === 'string' ? said.toUpperCase() : null;
}

function draftsBlocks(flags: readonly ArgvFlag[]): boolean {
  return BLOCKS.includes(algorithmOf(flags));
}

function notPositive(flags: readonly ArgvFlag[], flag: string): string | null {
  const value = askedNumber(flags, flag);
  return value !== null && value <= 0 ? `${flag} must be more than 0` : null;
}
