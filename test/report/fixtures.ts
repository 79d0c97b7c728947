import type { Configuration } from '../../src/core/config/configuration.ts';
import type { Measurement } from '../../src/core/documents/measurement.ts';
import type { StartDocument, SweepDocument, TrialDocument } from '../../src/core/documents/sweep.ts';
import { fault } from '../../src/core/fault.ts';
import type { SweepReport } from '../../src/report/model.ts';

export function measurement(
  concurrency: number,
  rate: number,
  extra: Partial<Measurement> = {},
): Measurement {
  const flat = { mean: 120, p50: 118.4, p95: 240.2, p99: 260 };
  return {
    workload: 'code',
    concurrency,
    rate: null,
    requests: 64,
    ok: 64,
    failed: 0,
    outcomes: { ok: 64 },
    duration_s: 12.5,
    output_tokens: 6144,
    output_tokens_per_s: rate,
    ttft_ms: flat,
    itl_ms: flat,
    tpot_ms: flat,
    e2e_ms: flat,
    acceptance_length: null,
    drafted_tokens: null,
    accepted_tokens: null,
    client: { error_bound_ms: 1, verdict: 'ok' },
    mismatch: null,
    measurement_key: `key-${concurrency}-${rate}`,
    replicate: 1,
    foreign_requests: 0,
    under_traffic: false,
    ...extra,
  };
}

export function start(extra: Partial<StartDocument> = {}): StartDocument {
  return {
    start: 1,
    attempt: 1,
    adopted: false,
    generation: { kind: 'process', id: 'g1', pid: 4242, start_ticks: 99, boot_id: 'boot' },
    hold_points: [
      { name: 'stopped', state: 'passed', waited_s: 1.25, evidence: [] },
      { name: 'loaded', state: 'passed', waited_s: 14, evidence: [] },
    ],
    durations: { stopped_s: 1.3, released_s: 2.1, loaded_s: 16.2, ready_s: 18, measured_s: 60 },
    effective: {},
    measurements: [],
    suspect: [],
    reused_from: null,
    fault: null,
    ...extra,
  };
}

export function trial(name: string, extra: Partial<TrialDocument> = {}): TrialDocument {
  return {
    name,
    setting: { budget: 4, window: null },
    setting_id: 'aaaabbbbccccdddd',
    command: { argv: ['llama-server', '-m', 'm.gguf'], env: {}, shown: 'llama-server -m m.gguf' },
    status: 'measured',
    fault: null,
    starts: [start()],
    evaluation: null,
    ...extra,
  };
}

const missing = fault('exited', 'the server ended with exit code 1 while it loaded', {
  cause: 'weights-missing',
  evidence: [
    {
      kind: 'log',
      text: "E gguf_init_from_file: failed to open GGUF file 'm.gguf'",
      file: 'server.log',
      line: 12,
      offset: 800,
    },
  ],
});

/** A sweep with a bit of everything: an adopted baseline read twice, a winner, a failure, a reused and a pending trial. */
export function sweep(extra: Partial<SweepDocument> = {}): SweepDocument {
  return {
    id: '2026-11-29T2304-k26',
    dir: '/var/runs/2026-11-29T2304-k26',
    state: 'done',
    baseline: 'current',
    trials: [
      trial('current', {
        starts: [
          start({
            adopted: true,
            durations: { stopped_s: null, released_s: null, loaded_s: null, ready_s: 0.4, measured_s: 40 },
            measurements: [measurement(1, 45.12), measurement(4, 162.4)],
          }),
          start({
            start: 2,
            measurements: [measurement(1, 44.31, { replicate: 2 }), measurement(4, 160.04, { replicate: 2 })],
          }),
        ],
      }),
      trial('n4', {
        setting: { budget: 8, window: 2048 },
        starts: [
          start({
            measurements: [
              measurement(1, 89.2, { acceptance_length: 3.05 }),
              measurement(4, 301, { acceptance_length: 3.01 }),
            ],
          }),
        ],
      }),
      trial('n8-a-rather-long-name', {
        status: 'failed',
        fault: missing,
        starts: [start({ fault: missing })],
      }),
      trial('n16', {
        starts: [start({ reused_from: 'run-1', measurements: [measurement(1, 39, { failed: 2, ok: 62 })] })],
      }),
      trial('n32', { status: 'skipped', starts: [] }),
    ],
    decision: {
      kind: 'winner',
      best: 'n4',
      reason: 'n4 beats both readings of the baseline',
      command: {
        argv: ['llama-server', '-m', 'm.gguf', '--n', '4'],
        env: {},
        shown: 'llama-server -m m.gguf --n 4',
      },
    },
    restored: { to: 'original', ok: true },
    faults: [],
    ...extra,
  };
}

export const objective: Configuration['objective'] = {
  direction: 'maximize',
  metric: 'output_tokens_per_s',
  workload: 'code',
  concurrency: 1,
  where: [],
};

export function report(document = sweep(), extra: Partial<SweepReport> = {}): SweepReport {
  return {
    document,
    command: 'sweep',
    simulated: false,
    name: 'k26',
    configuration_file: '/etc/k26/holdpoint.yaml',
    objective,
    undo: ['stop what the sweep started, start the original command again'],
    begun_at: '2026-11-29T23:04:00.000Z',
    restored_at: '2026-11-30T03:41:12.000Z',
    ended_at: '2026-11-30T03:41:13.000Z',
    kept_by: null,
    sealed: false,
    about: { engine: 'llamacpp', version: 'b9000', model: 'm.gguf', holdpoint: '0.1.0' },
    ...extra,
  };
}
