import type { Measurement } from '../core/documents/measurement.ts';
import { type Fault, fault } from '../core/fault.ts';
import { clientLate } from '../core/metrics/client-late.ts';
import { tokenFault } from '../core/metrics/token-check.ts';
import type { WorkloadPoint } from '../core/plan/plan.ts';
import { visible } from '../core/visible.ts';
import type { LoadProgress } from '../ports/load.ts';
import { countersAfter, withCounts } from './counters-after.ts';
import { ForeignRequests } from './foreign-requests.ts';
import { loadOf, mostOpen } from './load-of.ts';
import type { OperatorInbox } from './operator.ts';
import { patiently } from './patiently.ts';
import type { Ports } from './ports.ts';
import { goneAlready, untilItDies, type Watched } from './until-it-dies.ts';

export interface MeasureInput extends Watched {
  readonly point: WorkloadPoint;
  readonly endpoint: { readonly url: string; readonly address: string; readonly port: number };
  readonly model: string | null;
  readonly measurement_key: string;
  readonly seed: number;
  readonly replicate: number;
  /** Counts measurements within this life of the server, so that no prompt comes twice. */
  readonly round: number;
  readonly record_file: string;
  readonly request_timeout_ms: number;
  readonly under_traffic: boolean;
  /** How often this was void because the client was late. */
  readonly late_tries: number;
}

export type Measured =
  | { readonly kind: 'measured'; readonly measurement: Measurement; readonly void: Fault | null }
  | { readonly kind: 'interrupted' };

/** Of the looks at the server. */
const TRAFFIC_EVERY_LOOKS = 4;
/** More than this between the monotonic and the boot clock is a suspended machine, not rounding. */
const SUSPEND_MS = 2_000;

/**
 * Measures one workload point on a witnessed generation. The wait selects over the end of the load, the death of the
 * server, foreign requests and the operator; whatever comes first ends the load.
 */
export async function measure(
  input: MeasureInput,
  ports: Ports,
  operator: OperatorInbox,
  onProgress: (p: LoadProgress) => void,
): Promise<Measured> {
  const { clock } = ports;
  const others = new ForeignRequests(ports, {
    endpoint: input.endpoint,
    concurrency: mostOpen(input.point),
  });
  const before = await others.beside('before');
  if (before.found !== null && !input.under_traffic)
    return voided(input, unmeasured(input), before.found.fault, before.open);
  const counters = await patiently(clock, () => ports.engine.counters());
  const gone = await goneAlready(input, ports);
  if (gone !== null) return voided(input, unmeasured(input), gone, null);
  const asleep = clock.boot() - clock.now();
  const abort = new AbortController();
  let interrupted = false;
  const off = operator.onRequest(() => {
    interrupted = true;
    abort.abort();
  });
  const watched = untilItDies(input, ports, abort, async (look) =>
    look % TRAFFIC_EVERY_LOOKS !== 0 || input.under_traffic ? null : ((await others.during())?.fault ?? null),
  );
  try {
    const body = await ports.load.measure({
      target: { url: input.endpoint.url, headers: ports.credentials.headers(), model: input.model },
      point: input.point,
      seed: input.seed,
      replicate: input.round,
      record_file: input.record_file,
      ...(await loadOf(input.point)),
      on_progress: onProgress,
      signal: abort.signal,
      request_timeout_ms: input.request_timeout_ms,
      late_tries: input.late_tries,
    });
    const seen = await watched.end();
    if (seen !== null) return voided(input, body, seen, null);
    if (interrupted) return { kind: 'interrupted' };
    const suspended = clock.boot() - clock.now() - asleep;
    if (suspended > SUSPEND_MS) {
      return voided(
        input,
        body,
        fault(
          'client-late',
          `the machine slept for ${Math.round(suspended / 1000)} s during the measurement`,
        ),
        null,
      );
    }
    const { open, found } = await others.beside('after');
    if (found !== null && !input.under_traffic) return voided(input, body, found.fault, open);
    const after = await countersAfter(clock, () => ports.engine.counters(), counters, body);
    const counted = withCounts(body, counters, after);
    return {
      kind: 'measured',
      measurement: complete(input, counted, open),
      void: tokenFault(counted, input.under_traffic) ?? clientLate(counted),
    };
  } finally {
    void watched.end();
    off();
  }
}

function voided(
  input: MeasureInput,
  body: Omit<Measurement, keyof Identity>,
  why: Fault,
  foreign: number | null,
): Measured {
  return { kind: 'measured', measurement: complete(input, body, foreign), void: why };
}

type Identity = Pick<Measurement, 'measurement_key' | 'replicate' | 'foreign_requests' | 'under_traffic'>;

function complete(
  input: MeasureInput,
  body: Omit<Measurement, keyof Identity>,
  foreign: number | null,
): Measurement {
  return {
    measurement_key: input.measurement_key,
    replicate: input.replicate,
    foreign_requests: foreign,
    under_traffic: input.under_traffic,
    ...body,
    mismatch: body.mismatch === null ? null : visible(body.mismatch),
  };
}

/** The document of a measurement that did not happen: no number at all. */
export function unmeasured(input: MeasureInput): Measurement {
  const { point, measurement_key, replicate, under_traffic } = input;
  const none = { mean: null, p50: null, p95: null, p99: null };
  return {
    measurement_key,
    replicate,
    under_traffic,
    foreign_requests: null,
    workload: point.workload.name,
    concurrency: point.concurrency,
    rate: point.rate ?? null,
    requests: point.workload.requests ?? 0,
    ok: 0,
    failed: 0,
    outcomes: {},
    duration_s: 0,
    output_tokens: 0,
    output_tokens_per_s: null,
    ttft_ms: none,
    itl_ms: none,
    tpot_ms: none,
    e2e_ms: none,
    acceptance_length: null,
    drafted_tokens: null,
    accepted_tokens: null,
    client: { error_bound_ms: null, verdict: 'unknown' },
    mismatch: null,
  };
}
