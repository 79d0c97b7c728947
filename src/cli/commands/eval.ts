import { randomUUID } from 'node:crypto';
import type { JudgedProblem } from '../../core/documents/evaluation.ts';
import type { EvaluationProblem } from '../../core/evaluate/problem.ts';
import { MINUTE } from '../../core/units.ts';
import { askChat } from '../../run/evaluate/ask-chat.ts';
import { evaluate } from '../../run/evaluate/evaluate.ts';
import { benchFolder, keepDocument, keepLine } from '../benchmark/folder.ts';
import { numberIn, wholeIn } from '../benchmark/numbers.ts';
import { endpointOf, headersOf, modelAt, refuseSimulated } from '../benchmark/server.ts';
import type { CommandFunction } from '../command.ts';
import { printEnvelope } from '../envelope.ts';
import { assembleDocument, requiredCondition } from '../evaluation/assemble.ts';
import { DOCUMENT_FILE, earlierEvaluation } from '../evaluation/earlier.ts';
import { liveCount } from '../evaluation/live-count.ts';
import type { EvaluationOptions } from '../evaluation/options.ts';
import { requireSandbox } from '../evaluation/require-sandbox.ts';
import { loadSuite } from '../evaluation/suite.ts';
import { evaluationText } from '../evaluation/text.ts';
import { durationOption } from '../quantities.ts';
import { usage } from '../usage.ts';

/** Every verdict as it came, those that were asked again after the others. */
const JUDGED_FILE = 'judged.jsonl';
const SOME_UNANSWERED = 10;
const NOT_HELD = 11;

/** Asks a server as it runs: nothing is started, stopped or changed. */
export const evaluation: CommandFunction = async (context, input) => {
  const options = input.options as EvaluationOptions;
  refuseSimulated(context, '`eval` asks');
  const { url } = endpointOf(options);
  const headers = headersOf(context, options);
  const suite = loadSuite(context, options.suite);
  const [first, second, third] = options.against ?? [];
  if (third !== undefined)
    throw usage('--against is given more than twice', 'the baseline, and its own repeat');
  const baseline = first === undefined ? null : await earlierEvaluation(context, first, suite.hash);
  const repeat = second === undefined ? null : await earlierEvaluation(context, second, suite.hash);
  const condition = requiredCondition(options.require, baseline !== null);
  const concurrency = numberIn('concurrency', options.concurrency ?? '1', { from: 1, to: 1024 });
  if (!Number.isInteger(concurrency))
    throw usage(`--concurrency: ${concurrency} is no whole number`, 'write a whole number');
  const max_tokens = wholeIn('max-tokens', options.maxTokens ?? 1024, { from: 1, to: 1_000_000 });
  const timeout_ms = durationOption('timeout', options.timeout) ?? 5 * MINUTE;
  const sandbox = await context.services.sandbox();
  await requireSandbox(sandbox, suite.problems);
  const { ask } = await context.services.bench();
  const target = await modelAt(ask, url, headers, options.model ?? null);
  const dir = benchFolder(context, options, 'evaluations');
  const live = liveCount(context, suite.problems.length);
  const run = async (problems: readonly EvaluationProblem[]): Promise<readonly JudgedProblem[]> => {
    const verdicts = new Map<string, JudgedProblem>();
    await evaluate(problems, concurrency, {
      ask: async (prompt) => {
        const reply = await askChat(ask, target, prompt, { max_tokens, timeout_ms });
        live.answered();
        return reply;
      },
      sandbox,
      proof: randomUUID,
      async on_judged(one) {
        keepLine(dir, JUDGED_FILE, one);
        verdicts.set(one.id, one);
        live.judged(one.verdict === 'passed');
      },
    });
    return problems.flatMap(({ id }) => verdicts.get(id) ?? []);
  };
  const judged = await run(suite.problems);
  const document = await assembleDocument(
    {
      url,
      model: target.model,
      suite: suite.name,
      suite_hash: suite.hash,
      concurrency,
      max_tokens,
      dir,
      judged,
      baseline:
        baseline === null
          ? null
          : { name: baseline.dir, judged: baseline.judged, repeat: repeat?.judged ?? null },
      condition,
    },
    (ids) => run(suite.problems.filter(({ id }) => ids.includes(id))),
  );
  live.end();
  keepDocument(document, DOCUMENT_FILE);
  const unanswered = judged.some(({ verdict }) => verdict === 'no-answer');
  const code = document.required?.holds === false ? NOT_HELD : unanswered ? SOME_UNANSWERED : 0;
  context.setExitCode(code);
  if (options.json) printEnvelope(context, { command: 'eval', ok: code === 0, data: document });
  else context.stdout.write(evaluationText(document));
};
