import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { page } from '../../../src/report/html/page.ts';
import { measurement, report, start, sweep } from '../fixtures.ts';
import { generated, HOSTILE, saying } from '../generated.ts';

/** Elements with the names of their attributes, in order: what a parser would make of the page. */
function elements(text: string): string[] {
  const tags = text.matchAll(/<([a-z!][a-z0-9]*(?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi);
  return [...tags].map(([, tag = '']) => tag.replace(/="[^"]*"/g, ''));
}

test('the decision first, then every setting, charts, starts, faults with their lines, what was restored, how again', () => {
  const text = page(report());
  const headings = [...text.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, title]) => title);
  expect(headings).toEqual([
    'Winner: n4',
    'Every setting',
    'How the settings compare',
    'Starts and hold points',
    'What failed',
    'What was restored',
    'To do it again',
  ]);
  expect(text).toContain('n4 beats both readings of the baseline');
  expect(text).toContain('<td class="number">45.1 / 44.3</td>');
  expect(text).toContain(
    'server.log:12: <code>E gguf_init_from_file: failed to open GGUF file &#39;m.gguf&#39;</code>',
  );
  expect(text).toContain('holdpoint apply -f /etc/k26/holdpoint.yaml --set budget=8 --set window=2048');
  expect(text).toContain(
    'holdpoint apply -f /etc/k26/holdpoint.yaml --set budget=4 --set window=null   # to undo it',
  );
  expect(text).toContain('Throughput against concurrency: code');
  expect(text).toContain('Acceptance length');
  expect(text).toContain('Throughput against TTFT p95: code');
});

test('a failed trial has no number, and nothing is drawn for it', () => {
  const text = page(report());
  const [row = ''] = /<tr class="bad"><th scope="row">n8-a-rather-long-name[\s\S]*?<\/tr>/.exec(text) ?? [];
  expect([...row.matchAll(/<td class="number">([^<]*)</g)].map(([, cell]) => cell)).toEqual([
    '-',
    '-',
    '-',
    '-',
    '-',
    '-',
    '14.0',
  ]);
});

test('what is simulated says so in its title', () => {
  const title = (text: string) => /<title>([^<]*)</.exec(text)?.[1];
  expect(title(page(report(sweep(), { simulated: true })))).toBe('(simulated) k26: winner: n4 – Holdpoint');
  expect(title(page(report()))).toBe('k26: winner: n4 – Holdpoint');
});

test('an original that is not back is said with the command that brings it', () => {
  const text = page(report(sweep({ restored: { to: 'original', ok: false } })));
  expect(text).toContain('class="decision owed"');
  expect(text).toContain('holdpoint restore /var/runs/2026-11-29T2304-k26');
});

test('nothing in it runs or loads, and its policy allows this one style alone', () => {
  const text = page(report());
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(text).toContain(
    `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
  );
  expect(text).not.toMatch(
    /<script|<link|<img|<iframe|javascript:|\sstyle=|\son[a-z]+=|url\(|@import|https?:/i,
  );
});

test('hostile names, log lines and answers make no element and no attribute', () => {
  const hostile = page(saying(HOSTILE));
  expect(elements(hostile)).toEqual(elements(page(saying('x'.repeat(20)))));
  expect(hostile).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u200b]/);
});

test('a sweep of 50 settings stays under 1 MB', () => {
  expect(Buffer.byteLength(page(report(generated(50))))).toBeLessThan(1_000_000);
});

test('the first part of a run that has not ended: what there is, and that it is a part', () => {
  const some = sweep();
  const text = page(
    report({
      ...some,
      state: 'running',
      trials: some.trials.map((trial, at) =>
        at < 2 ? trial : { ...trial, status: 'pending', fault: null, starts: [] },
      ),
      decision: {
        kind: 'not_enough_data',
        best: null,
        reason: 'nothing but the baseline was measured',
        command: null,
      },
    }),
  );
  expect(text).toContain(
    'running: 3 of 5 settings have not been tried; this report tells what there is so far',
  );
  expect(text).toContain('Not enough data');
});

test('the decision shows the finals that it rests on, with intervals, slow starts and what happened once', () => {
  const found = sweep();
  const finals = {
    finalists: ['current', 'n4'],
    blocks: 6,
    interval_pct: 98.5,
    sd_pct: 1.234,
    events: [{ kind: 'step' as const, start: 7, change_pct: -4.2 }],
    compared: [{ name: 'n4', change_pct: 8.14, low_pct: 5.2, high_pct: 11.1, slow_starts: 1 }],
  };
  const text = page(report({ ...found, decision: { ...found.decision, finals } }));
  expect(text).toContain(
    '2 finalists on fresh starts in 6 mirrored blocks; starts of one setting vary by 1.2 %.',
  );
  expect(text).toContain('Change against current');
  expect(text).toContain('intervals of 98.5 %');
  expect(text.match(/\+8\.1 % \(\+5\.2 to \+11\.1\)/g)).toHaveLength(2);
  expect(text).toContain('<li>1 slow start of n4</li>');
  expect(text).toContain('the machine changed at start 7 of the finals: -4.2 %');
});

test('readings by which finalists were chosen stand apart from those of the finals, and the first of a front is what others are compared with', () => {
  const found = sweep();
  const trials = found.trials.map((trial) => {
    if (!['current', 'n4'].includes(trial.name)) return trial;
    const starts = [40, 50, 60].map((rate, at) =>
      start({ start: at + 1, measurements: [measurement(1, rate, { replicate: at + 1 })] }),
    );
    return { ...trial, starts };
  });
  const change = { change_pct: -3, low_pct: -5, high_pct: -1 };
  const same = { change_pct: 0, low_pct: 0, high_pct: 0 };
  const finals = {
    ...{ finalists: ['current', 'n4'], blocks: 2, interval_pct: 98.5, sd_pct: 1, events: [], compared: [] },
    front: {
      metrics: ['output_tokens_per_s', 'ttft_p95'],
      points: [
        { name: 'current', changes: [same, same], dominated_by: null },
        { name: 'n4', changes: [change, change], dominated_by: 'current' },
      ],
    },
  };
  const text = page(report({ ...found, trials, decision: { ...found.decision, finals } }));
  expect(text.match(/50\.0, 60\.0 in the finals, 40\.0 before them/g)).toHaveLength(2);
  expect(text.match(/<td>reference<\/td>/g)).toHaveLength(2);
  expect(text).toContain('no, current is better');
});
