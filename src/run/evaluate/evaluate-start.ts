import { randomUUID } from 'node:crypto';
import type { EvaluationConfiguration } from '../../core/config/configuration.ts';
import type { JudgedProblem } from '../../core/documents/evaluation.ts';
import { passedOf } from '../../core/evaluate/assemble.ts';
import type { Suite } from '../../core/evaluate/suite.ts';
import { type Fault, FaultError } from '../../core/fault.ts';
import type { EvaluationAbout, Pass } from '../../core/sweep/records.ts';
import { type OpenStart, trialOf } from '../../core/sweep/state.ts';
import { seconds } from '../../core/units.ts';
import { endOfLog } from '../measure-point.ts';
import type { ChangePurpose, Session } from '../session.ts';
import { goneAlready, untilItDies } from '../until-it-dies.ts';
import { askChat } from './ask-chat.ts';
import { evaluate } from './evaluate.ts';

/** What a program printed is kept as far as a reader needs it: every answer stands in the journal. */
const LONGEST_OUTPUT = 2_000;

/**
 * Asks the open start every problem that was not judged yet in this pass; each verdict is on disk before the next. The
 * wait selects over the answers, the death of the server and the operator.
 */
export async function evaluateStart(
  session: Session,
  open: OpenStart,
  pass: Pass,
  words: Pick<ChangePurpose, 'not_meanwhile' | 'on_interrupt'>,
): Promise<void> {
  const { stored, ports, operator } = session.request;
  const { suite, configuration } = stored;
  const generation = open.result?.generation;
  if (suite === undefined || configuration.evaluation === undefined || generation == null)
    throw new Error('a start that is evaluated has a suite and a generation');
  const about = aboutOf(session, open, configuration.evaluation, suite);
  const at = { trial: open.trial, start: open.start, pass };
  await session.append({ type: 'evaluation.begun', ...at, about });
  session.log_from = await endOfLog(session, generation);
  const { wanted } = trialOf(session.state, open.trial).planned;
  const asked = { generation, wanted, log_from: session.log_from };
  const gone = await faultOf(goneAlready(asked, ports));
  if (gone !== null) return session.append({ type: 'evaluation.ended', ...at, took_s: null, fault: gone });
  const known = new Set(open.evaluated?.[pass].judged.map(({ id }) => id));
  const begun = ports.clock.now();
  const abort = new AbortController();
  let interrupted = operator.latest !== null;
  if (interrupted) abort.abort();
  const off = operator.onRequest(() => {
    interrupted = true;
    abort.abort();
  });
  const watched = untilItDies(asked, ports, abort);
  const asking = evaluate(
    suite.problems.filter(({ id }) => !known.has(id)),
    about.concurrency,
    {
      ask: (prompt) =>
        askChat(
          (request) => ports.host.http(request),
          { url: about.url, headers: ports.credentials.headers(), model: about.model },
          prompt,
          {
            max_tokens: about.max_tokens,
            timeout_ms: configuration.limits.quiet_ms,
            signal: abort.signal,
          },
        ),
      sandbox: ports.sandbox ?? null,
      proof: randomUUID,
      async on_judged(judged) {
        await session.append({ type: 'problem.judged', ...at, judged: shortened(judged) });
        tellProgress(session, at, words, seconds(ports.clock.now() - begun));
      },
      signal: abort.signal,
    },
  );
  let fault: Fault | null;
  try {
    fault = (await faultOf(asking.then(() => null))) ?? (await watched.end());
  } finally {
    off();
    await watched.end();
  }
  if (fault === null && interrupted) return;
  const took_s = known.size === 0 ? seconds(ports.clock.now() - begun) : null;
  await session.append({ type: 'evaluation.ended', ...at, took_s, fault });
}

function aboutOf(
  { request }: Session,
  open: OpenStart,
  { at_concurrency, max_tokens, require }: EvaluationConfiguration,
  suite: Suite,
): EvaluationAbout {
  const { configuration } = request.stored;
  return {
    url: configuration.endpoint.url,
    model: configuration.model ?? open.result?.model ?? null,
    suite: suite.name,
    suite_hash: suite.hash,
    concurrency: at_concurrency,
    max_tokens,
    require,
  };
}

function tellProgress(
  session: Session,
  { trial, pass }: { readonly trial: string; readonly pass: Pass },
  words: Pick<ChangePurpose, 'not_meanwhile' | 'on_interrupt'>,
  elapsed_s: number,
): void {
  const judged = session.state.open?.evaluated?.[pass].judged ?? [];
  const of = session.request.stored.suite?.problems.length ?? 0;
  const waiting_for = `the answers ${pass} the load: ${judged.length} of ${of} judged, ${passedOf(judged)} passed`;
  session.waiting(
    { hold_point: 'answers', waiting_for, elapsed_s: Math.round(elapsed_s), limit_s: null },
    { ...words, trial },
  );
}

/** A fault ends the evaluation; one of the journal ends the run, as everywhere. */
async function faultOf(asking: Promise<Fault | null>): Promise<Fault | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof FaultError && error.fault.name !== 'journal-failed') return error.fault;
    throw error;
  }
}

function shortened(judged: JudgedProblem): JudgedProblem {
  return { ...judged, output: judged.output.slice(-LONGEST_OUTPUT) };
}
