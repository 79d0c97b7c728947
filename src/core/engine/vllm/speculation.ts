import type { Drafting, ReadBackSources } from '../definition.ts';
import { dig, numberAt } from '../json.ts';
import { commandOf } from './command.ts';
import { METRICS } from './paths.ts';
import { FROM_TEXT, methodOf, speculationAsked } from './speculation-asked.ts';
import { viewOf } from './view.ts';
import { witnessesOf } from './witnesses.ts';

/** Does this command ask for drafts that every answer must show? JSON that nobody can read asks for some. */
export function speculates(argv: readonly string[]): boolean {
  const speculation = speculationAsked(commandOf(argv));
  if (speculation === null) return false;
  const method = speculation === undefined ? null : methodOf(speculation);
  return method === null || !FROM_TEXT.has(method);
}

/**
 * Does the server draft? It counts drafted tokens since its start, and only where speculation is on: by these numbers
 * first, which the probes have moved, then by its report and its log.
 */
export function drafting(sources: ReadBackSources): Drafting {
  const drafted = sources.behaviour.draft_tokens;
  if (drafted !== null && drafted > 0)
    return { on: true, evidence: `${drafted} tokens drafted in the probes` };
  const metrics = sources.documents[METRICS];
  const counted = numberAt(metrics, 'draft_tokens');
  if (counted !== null)
    return {
      on: counted > 0,
      evidence: `${METRICS} vllm:spec_decode_num_draft_tokens_total = ${counted}`,
    };
  if (dig(metrics, 'draft_tokens') === null)
    return { on: false, evidence: `${METRICS} has no vllm:spec_decode_num_draft_tokens_total` };
  const [said] = witnessesOf(viewOf(sources), '--speculative-config').filter(
    ({ kind }) => kind === 'effective',
  );
  if (said !== undefined) return { on: said.value !== null, evidence: said.evidence };
  return { on: null, evidence: 'neither metrics, report nor log say whether the server drafts' };
}
