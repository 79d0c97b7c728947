import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MeasurementBody } from '../../core/documents/measurement.ts';
import { recordedTraces } from '../../core/metrics/recorded.ts';
import { type TimingErrors, timingErrors } from '../../core/selftest/timing-errors.ts';
import type { LoadGenerator, LoadShape } from '../../ports/load.ts';
import type { LoggedRequest, MockLog, MockProcess } from '../../ports/mock.ts';

export interface TruthPoint {
  readonly shape: LoadShape;
  readonly requests: number;
  readonly tokens: number;
  readonly warmup_requests: number;
}

export interface TruthMeans {
  readonly load: LoadGenerator;
  /** A server for this point alone. */
  readonly mock: MockProcess;
  /** For the raw record of the client. */
  readonly dir: string;
  readonly signal: AbortSignal;
}

/** What the client measured, what the server did, and how far they lie apart. */
export interface Compared {
  readonly body: MeasurementBody;
  readonly errors: TimingErrors;
  /** Of the load proper. */
  readonly requests: readonly LoggedRequest[];
  readonly log: MockLog;
}

/** A load against a mock server, compared with the server's own log, request by request. */
export async function measurePoint(means: TruthMeans, point: TruthPoint): Promise<Compared> {
  const { load, mock, dir, signal } = means;
  const concurrency = point.shape.kind === 'closed' ? point.shape.concurrency : 1;
  const record_file = path.join(dir, 'requests.jsonl');
  const workload = {
    name: 'selftest',
    prompts: 'builtin:random',
    api: 'completions' as const,
    concurrency: [concurrency],
    requests: point.requests,
    max_tokens: point.tokens,
    temperature: 0,
    body: {},
    expect: null,
  };
  const body = await load.measure({
    target: { url: mock.url, headers: {}, model: null },
    point: { workload, concurrency },
    seed: 1,
    replicate: 1,
    record_file,
    warmup_requests: point.warmup_requests,
    signal,
    request_timeout_ms: 60_000,
    shape: point.shape,
    extent: { requests: point.requests, duration_ms: null },
    source: (phase, index) => ({
      body: JSON.stringify({
        prompt: 'x'.repeat(100),
        max_tokens: point.tokens,
        stream: true,
        user: `${phase} ${index}`,
      }),
      requested_tokens: point.tokens,
    }),
    dialect: 'completions',
  });
  const log = await mock.log();
  const requests = log.requests.filter(({ label }) => label?.startsWith('measure ') ?? false);
  const by_label = new Map(requests.map((request) => [request.label, request]));
  const pairs = recordedTraces(await readFile(record_file, 'utf8')).flatMap((trace) => {
    const { phase, index, sent_ms, token_events_ms } = trace;
    const truth = by_label.get(`${phase} ${index}`);
    return truth === undefined || sent_ms === null
      ? []
      : [[{ sent_ms, events_ms: Array.from(token_events_ms) }, truth] as const];
  });
  return { body, errors: timingErrors(pairs), requests, log };
}
