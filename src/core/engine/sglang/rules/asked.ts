import type { RuledCommand } from '../../static-rule.ts';

export const ALGORITHM = '--speculative-algorithm';
export const BLOCK = '--speculative-dflash-block-size';
export const DRAFT_TOKENS = '--speculative-num-draft-tokens';
export const WINDOW = '--speculative-draft-window-size';
export const SINK = '--speculative-draft-sink-size';
export const TOPK = '--speculative-eagle-topk';
export const STEPS = '--speculative-num-steps';
export const DRAFT_MODEL = '--speculative-draft-model-path';
export const PAGE = '--page-size';
export const RUNNING = '--max-running-requests';

/** The algorithm in the engine's spelling; null: no drafting is asked for. */
export function algorithmOf(command: RuledCommand): string | null {
  const said = command.asked(ALGORITHM);
  return typeof said === 'string' ? said.toUpperCase() : null;
}

/** Does it draft blocks with a DFlash model? DDTREE is known to forks only. */
export function draftsBlocks(command: RuledCommand): boolean {
  const algorithm = algorithmOf(command);
  return algorithm === 'DFLASH' || algorithm === 'DDTREE';
}

export function likeEagle(command: RuledCommand): boolean {
  return ['EAGLE', 'EAGLE3', 'NEXTN'].includes(algorithmOf(command) ?? '');
}

/**
 * Tokens of a block: without either flag it comes from the draft model's own configuration, of which nothing is known
 * here (null).
 */
export function blockOf(command: RuledCommand): number | null {
  return command.number(BLOCK) ?? command.number(DRAFT_TOKENS);
}

/** How many groups attention is spread over, by the present flag or the one of older versions. */
export function attentionGroups(command: RuledCommand): number {
  const present = command.number('--attn-dp-size');
  if (present !== null) return present;
  return command.asked('--enable-dp-attention') === true ? (command.number('--dp-size') ?? 1) : 1;
}

/** Every backend that the command names for the target's attention. */
export function attentionBackends(command: RuledCommand): readonly string[] {
  return ['--attention-backend', '--prefill-attention-backend', '--decode-attention-backend'].flatMap(
    (flag) => {
      const backend = command.asked(flag);
      return typeof backend === 'string' ? [backend] : [];
    },
  );
}
