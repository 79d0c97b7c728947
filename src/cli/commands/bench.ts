import type { BenchDocument, BenchMeasurement } from '../../core/documents/bench.ts';
import { exitCodeOf, type Fault } from '../../core/fault.ts';
import { MINUTE } from '../../core/units.ts';
import { dialectOf } from '../benchmark/dialect.ts';
import { exportsOf } from '../benchmark/exports.ts';
import { benchFolder, keepDocument } from '../benchmark/folder.ts';
import { goodputLimits } from '../benchmark/goodput.ts';
import { measurePoints } from '../benchmark/measure-points.ts';
import { wholeIn } from '../benchmark/numbers.ts';
import type { BenchOptions } from '../benchmark/options.ts';
import { pointsOf } from '../benchmark/points.ts';
import { replayTimes } from '../benchmark/replay.ts';
import { requestsOf } from '../benchmark/requests.ts';
import { endpointOf, headersOf, modelAt, refuseSimulated } from '../benchmark/server.ts';
import { shownOf } from '../benchmark/shown.ts';
import type { CommandFunction } from '../command.ts';
import { printEnvelope } from '../envelope.ts';
import { durationOption } from '../quantities.ts';

const REQUEST_TIMEOUT_MS = 5 * MINUTE;
const WARMUPS = { from: 0, to: 10_000 };
/** More threads than any machine has cores to spare for them would only take its memory. */
const THREADS = { from: 0, to: 64 };
const SOME_FAILED = 10;

/**
 * Measures a server as it runs: nothing is started, stopped or changed. What only the answer needs is loaded after the
 * load: the first request is not to wait for it.
 */
export const bench: CommandFunction = async (context, input) => {
  const options = input.options as BenchOptions;
  refuseSimulated(context, '`bench` measures');
  const { url } = endpointOf(options);
  const headers = headersOf(context, options);
  const trace = options.replay === undefined ? null : await replayTimes(context, options.replay);
  const points = pointsOf(options, trace);
  const requests = requestsOf(context, options);
  const dialect = dialectOf(options);
  const exports = exportsOf(context, options);
  const goodput = goodputLimits(options);
  const shown = shownOf(options);
  const timeout_ms = durationOption('timeout', options.timeout) ?? REQUEST_TIMEOUT_MS;
  const warmup_requests = wholeIn('num-warmups', options.numWarmups ?? options.warmupRequests ?? 2, WARMUPS);
  const threads = options.threads === undefined ? undefined : wholeIn('threads', options.threads, THREADS);
  const means = await context.services.bench();
  const wanted = options.servedModelName ?? options.model ?? null;
  const target = await modelAt(means.ask, url, headers, wanted);
  const seed = options.seed ?? 1;
  const dir = benchFolder(context, options);
  const flush = options.flushCache === true;
  const under_traffic = options.underTraffic === true;
  const plan = {
    points,
    requests,
    target,
    dialect,
    seed,
    warmup_requests,
    timeout_ms,
    flush,
    under_traffic,
    goodput,
    threads,
    dir,
  };
  const { measurements, notes, fault: ended } = await measurePoints(context, means, plan);
  const error = ended ?? voidFault(measurements);
  const document: BenchDocument = {
    url,
    model: target.model,
    dialect,
    prompts: requests.prompts,
    seed,
    dir,
    measurements,
    notes: [...notes, ...(requests.ignore_eos ? drafted(measurements) : [])],
  };
  keepDocument(document);
  if (exports.length > 0) (await import('../benchmark/write-exports.ts')).writeExports(document, exports);
  const some_failed = measurements.some(({ failed }) => failed > 0);
  context.setExitCode(error === null ? (some_failed ? SOME_FAILED : 0) : exitCodeOf(error));
  if (options.json) {
    printEnvelope(context, { command: 'bench', ok: error === null && !some_failed, data: document, error });
    return;
  }
  const { benchText } = await import('../benchmark/text.ts');
  context.stdout.write(benchText(document, shown));
  if (error === null) return;
  const { faultText } = await import('../fault-text.ts');
  context.stderr.write(faultText(error));
};

/** The first void measurement ends the command with its fault, by the name of its load. */
function voidFault(measurements: readonly BenchMeasurement[]): Fault | null {
  for (const { load, void: why } of measurements)
    if (why !== null) return { ...why, message: `${load}: ${why.message}` };
  return null;
}

/** Past its natural end a model repeats itself, and drafts of repeated text are accepted. */
function drafted(measurements: readonly BenchMeasurement[]): readonly string[] {
  return measurements.some((m) => m.drafted_tokens !== null || m.acceptance_length !== null)
    ? [
        'ignore_eos with speculation: text past its natural end drafts well, so acceptance and speed are better than in use',
      ]
    : [];
}
