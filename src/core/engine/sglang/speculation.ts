import type { Drafting, ReadBackSources } from '../definition.ts';
import { lastLine, message, quoted } from './log.ts';
import { DRAFT_WORKER } from './logged.ts';
import { argument } from './server-args.ts';
import { asked, canonicalFlags, viewOf } from './view.ts';

/** Drafts from the text itself, without a model: where nothing repeats, nothing is drafted. */
const FROM_TEXT = 'NGRAM';

/** Does this command ask for drafts that every answer must show? A draft model that no algorithm uses does too. */
export function speculates(argv: readonly string[]): boolean {
  const flags = canonicalFlags(argv);
  const algorithm = asked(flags, '--speculative-algorithm');
  if (algorithm !== null) return String(algorithm).toUpperCase() !== FROM_TEXT;
  return asked(flags, '--speculative-draft-model-path') !== null;
}

/** What a step of decoding accepted, logged every so often while requests run; older builds end the words by a stop. */
const ACCEPTED = /^Decode batch(?: \[\d+\])?[.,] .*accept len: ([\d.]+)/;

/**
 * Does the server draft? Its answers do not say how many tokens were drafted, so that is judged by what it logged of
 * the worker that drafts, or of accepted tokens, and by its own report of the algorithm. An algorithm that the report
 * names as none is none, whatever was logged.
 */
export function drafting(sources: ReadBackSources): Drafting {
  const view = viewOf(sources);
  const drafted = sources.behaviour.draft_tokens;
  if (drafted !== null && drafted > 0)
    return { on: true, evidence: `${drafted} tokens drafted in the probes` };
  const algorithm = argument(view, 'speculative_algorithm');
  if (algorithm !== null && algorithm.value === null) return { on: false, evidence: algorithm.evidence };
  const line =
    lastLine(view.startup, DRAFT_WORKER) ??
    sources.log.findLast((each) => Number(ACCEPTED.exec(message(each))?.[1] ?? 0) > 0) ??
    null;
  if (line !== null) return { on: true, evidence: quoted(line) };
  if (algorithm !== null) return { on: true, evidence: algorithm.evidence };
  return { on: null, evidence: 'neither report nor log say whether the server drafts' };
}
