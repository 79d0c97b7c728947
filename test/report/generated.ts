import type { FinalsDocument, SweepDocument, TrialDocument } from '../../src/core/documents/sweep.ts';
import { fault } from '../../src/core/fault.ts';
import type { SweepReport } from '../../src/report/model.ts';
import { measurement, report, start, sweep, trial } from './fixtures.ts';

const LADDER = [1, 4, 16, 64];

/** A sweep as a long night leaves it: some settings failed with many lines of log, the others have several starts. */
export function generated(trials: number, starts = 3): SweepDocument {
  const names = Array.from({ length: trials }, (_, at) => `budget=${4 * at},topk=${at % 7},window=2048`);
  return sweep({
    baseline: names[0] ?? null,
    trials: names.map((name, at) => (at % 9 === 8 ? failed(name) : measured(name, at, starts))),
    decision: {
      kind: 'winner',
      best: names[3] ?? null,
      reason: 'it beats the baseline by 9.1 % (95 % interval 6.0 to 12.3)',
      command: { argv: ['llama-server', '-n', '3'], env: {}, shown: 'llama-server -n 3' },
      finals: finals(names.slice(0, 4)),
    },
  });
}

function finals(finalists: readonly string[]): FinalsDocument {
  const compared = finalists.slice(1).map((name, at) => ({
    name,
    change_pct: 9.1 - 6 * at,
    low_pct: 6 - 6 * at,
    high_pct: 12.3 - 6 * at,
    slow_starts: at,
  }));
  const events = [{ kind: 'start' as const, start: 5, change_pct: -12.5 }];
  const limits = finalists.map((name, at) => ({
    ...{
      name,
      condition: 'ttft_p95 <= 2s',
      value: 1800 + 100 * at,
      low: 1700 + 100 * at,
      high: 1900 + 100 * at,
    },
    state: at < 2 ? ('kept' as const) : ('too_close' as const),
  }));
  const flat = { change_pct: 0.4, low_pct: -1, high_pct: 1.8 };
  const front = {
    metrics: ['output_tokens_per_s', 'ttft_p95'],
    points: finalists.map((name, at) => ({
      ...{ name, changes: [flat, flat], dominated_by: at === 2 ? (finalists[1] ?? null) : null },
    })),
  };
  return { finalists, blocks: 6, interval_pct: 98.5, sd_pct: 1.1, events, compared, limits, front };
}

function measured(name: string, at: number, starts: number): TrialDocument {
  const base = 100 + ((at * 37) % 60);
  return trial(name, {
    setting: { budget: 4 * at, topk: at % 7, window: 2048 },
    starts: Array.from({ length: starts }, (_, number) =>
      start({
        start: number + 1,
        hold_points: [
          { name: 'observed', state: 'passed', waited_s: 0.8, evidence: [] },
          { name: 'drained', state: 'skipped', waited_s: 0, evidence: [] },
          { name: 'stopped', state: 'passed', waited_s: 11 + number, evidence: [] },
          { name: 'released', state: 'passed', waited_s: 60 + (at % 20), evidence: [] },
          { name: 'loaded', state: 'passed', waited_s: 400 + (at % 50), evidence: [] },
          { name: 'generating', state: 'passed', waited_s: 0.9, evidence: [] },
        ],
        suspect: at % 11 === 5 ? ['the floor was dirty'] : [],
        measurements: LADDER.map((concurrency) => {
          const speed = base * concurrency ** 0.6 * (1 + number / 100);
          const ttft = { mean: 40, p50: 38 + concurrency, p95: 60 + 2 * concurrency + (at % 13), p99: null };
          return measurement(concurrency, speed, {
            ttft_ms: ttft,
            acceptance_length: 3 + (at % 10) / 10,
            replicate: number + 1,
          });
        }),
      }),
    ),
  });
}

function failed(name: string): TrialDocument {
  const evidence = Array.from({ length: 200 }, (_, line) => ({
    kind: 'log',
    file: 'server.log',
    line,
    text: 'torch.OutOfMemoryError: CUDA out of memory. '.repeat(40),
  }));
  const wrong = fault('exited', 'the server ended with exit code 1 while it loaded', {
    cause: 'out-of-memory',
    evidence,
  });
  return trial(name, { status: 'failed', fault: wrong, starts: [start({ fault: wrong })] });
}

/** The same text wherever a report shows something that others have written. */
export function saying(text: string): SweepReport {
  const wrong = fault('garbage', text, {
    evidence: [
      { kind: 'answer', text },
      { kind: 'log', text, file: text, line: 3 },
    ],
    hint: text,
  });
  const command = { argv: [text, text], env: { HF_HOME: text }, shown: `${text} ${text}` };
  const reading = measurement(1, 80, { workload: text, mismatch: text, acceptance_length: 3 });
  const wider = measurement(4, 90, { workload: text, mismatch: text, acceptance_length: 3 });
  const effective = {
    [text]: { wanted: text, got: text, rule: 'equal', source: 'log', agrees: true, evidence: text },
  };
  const good = start({ suspect: [text], measurements: [reading, wider], effective: effective as never });
  const document = sweep({
    id: text,
    dir: `/runs/${text}`,
    baseline: `${text} 1`,
    trials: [
      trial(`${text} 1`, { setting: { [text]: text }, command, starts: [good] }),
      trial(`${text} 2`, {
        setting: { [text]: text },
        command,
        starts: [good, start({ reused_from: text })],
      }),
      trial(`${text} 3`, { status: 'failed', command, fault: wrong, starts: [start({ fault: wrong })] }),
    ],
    decision: {
      kind: 'winner',
      best: `${text} 2`,
      reason: `because ${text}`,
      command,
      finals: finals([`${text} 1`, `${text} 2`]),
    },
    faults: [wrong],
  });
  return report(document, {
    name: text,
    configuration_file: text,
    undo: [text],
    kept_by: text,
    objective: {
      direction: 'maximize',
      metric: 'output_tokens_per_s',
      workload: text,
      concurrency: 1,
      where: [{ text, place: { file: text, line: 1, column: 1 } }],
    },
    about: { engine: text, version: text, model: text, holdpoint: text },
  });
}

export const HOSTILE = [
  '<script>document.title = "owned"</script>',
  '<img src="http://203.0.113.7/x" onerror="document.title = 1">',
  '"><svg onload=alert(1)><a href="http://203.0.113.7/">x</a>',
  "' onmouseover='alert(1)' x='",
  '</style></title></code></pre><iframe src="//203.0.113.7"></iframe>',
  '<link rel="stylesheet" href="http://203.0.113.7/x.css"><style>@import url(http://203.0.113.7/y)</style>',
  '&lt;b&gt;&#60;script&#62;',
  '\u202Edrow \x1b[2J\x00 \uD800 \u200b',
  '--></textarea><base href="http://203.0.113.7/"><meta http-equiv="refresh" content="0;url=http://203.0.113.7/">',
].join(' ');
