import type { BenchDocument, BenchMeasurement } from '../../core/documents/bench.ts';
import { exitCodeOf, type Fault, fault } from '../../core/fault.ts';
import { MINUTE } from '../../core/units.ts';
import { dialectOf } from '../benchmark/dialect.ts';
import { exportsOf, writeExports } from '../benchmark/exports.ts';
import { benchFolder, keepDocument } from '../benchmark/folder.ts';
import { measurePoints } from '../benchmark/measure-points.ts';
import { wholeIn } from '../benchmark/numbers.ts';
import type { BenchOptions } from '../benchmark/options.ts';
import { pointsOf } from '../benchmark/points.ts';
import { replayTimes } from '../benchmark/replay.ts';
import { requestsOf } from '../benchmark/requests.ts';
import { endpointOf, headersOf, modelAt, refuseSimulated } from '../benchmark/server.ts';
import { benchText } from '../benchmark/text.ts';
import type { CommandFunction } from '../command.ts';
import { printEnvelope } from '../envelope.ts';
import { faultText } from '../fault-text.ts';
import { durationOption } from '../quantities.ts';

const REQUEST_TIMEOUT_MS = 5 * MINUTE;
const WARMUPS = { from: 0, to: 10_000 };
const SOME_FAILED = 10;

/** Measures a server as it runs: nothing is started, stopped or changed. */
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
  const timeout_ms = durationOption('timeout', options.timeout) ?? REQUEST_TIMEOUT_MS;
  const warmup_requests = wholeIn('num-warmups', options.numWarmups ?? options.warmupRequests ?? 2, WARMUPS);
  const means = await context.services.bench();
  const wanted = options.servedModelName ?? options.model ?? null;
  const target = await modelAt(means.ask, url, headers, wanted);
  const seed = options.seed ?? 1;
  const dir = benchFolder(context, options);
  const flush = options.flushCache === true;
  const plan = { points, requests, target, dialect, seed, warmup_requests, timeout_ms, flush, dir };
  const { measurements, notes, fault: ended } = await measurePoints(context, means, plan);
  const late = measurements.find(({ client }) => client.verdict === 'late');
  const error = ended ?? (late === undefined ? null : clientLate(late));
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
  writeExports(document, exports);
  const some_failed = measurements.some(({ failed }) => failed > 0);
  context.setExitCode(error === null ? (some_failed ? SOME_FAILED : 0) : exitCodeOf(error));
  if (options.json) {
    printEnvelope(context, { command: 'bench', ok: error === null && !some_failed, data: document, error });
    return;
  }
  context.stdout.write(benchText(document));
  if (error !== null) context.stderr.write(faultText(error));
};

function clientLate({ load, client }: BenchMeasurement): Fault {
  const why = client.why ?? `its times are off by up to ${client.error_bound_ms} ms`;
  const message = `${load}: the numbers say nothing of the server: ${why}`;
  return fault('client-late', message, { hint: 'this machine was too busy: less load, or another machine' });
}

/** Past its natural end a model repeats itself, and drafts of repeated text are accepted. */
function drafted(measurements: readonly BenchMeasurement[]): readonly string[] {
  return measurements.some((m) => m.drafted_tokens !== null || m.acceptance_length !== null)
    ? [
        'ignore_eos with speculation: text past its natural end drafts well, so acceptance and speed are better than in use',
      ]
    : [];
}
