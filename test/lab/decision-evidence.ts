import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SweepDocument } from '../../src/core/documents/sweep.ts';
import type { Ran } from './support/ran.ts';

const FILE = fileURLToPath(new URL('../../docs/evidence/real-decision.md', import.meta.url));

const HEAD = `# What the decision says over real servers

DATE. llama-server (a build of this project, without a GPU) on two cores that other work shared, \`effort: default\`, models
that count (\`scripts/gguf\`). The six identical settings differ in an environment variable that no server knows. "Ahead" is
what the first start of each setting alone would name, as is usual elsewhere. Written by

\`\`\`sh
UPDATE_EVIDENCE=1 HOLDPOINT_REQUIRE_REAL=all npx vitest run --project lab test/lab/decision.test.ts
\`\`\`

| sweep | decision | interval of each finalist against the first | starts | sd between starts % | void measurements | ahead after one start of each |
|---|---|---|---|---|---|---|
`;

/**
 * One sweep as a row of the file. Only with UPDATE_EVIDENCE=1: a busy machine never shows the same twice, so nothing is
 * compared with what stands there.
 */
export function recordDecision(name: string, { result, records }: Ran): void {
  if (process.env['UPDATE_EVIDENCE'] !== '1') return;
  const { decision, trials } = result.document;
  const { finals } = decision;
  const intervals = (finals?.compared ?? []).map(
    (c) => `${c.name} ${signed(c.change_pct)} (${signed(c.low_pct)} to ${signed(c.high_pct)})`,
  );
  const starts = trials.flatMap((trial) => trial.starts.filter((start) => start.measurements.length > 0));
  const voided = records.filter((record) => record.type === 'measurement.ended' && record.void !== null);
  const cells = [
    ...[name, decision.kind.replaceAll('_', ' ') + (decision.best === null ? '' : `: ${decision.best}`)],
    ...[intervals.join('; '), starts.length, finals?.sd_pct.toFixed(1) ?? '-', voided.length, ahead(trials)],
  ];
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n') : [];
  const others = before.slice(HEAD.split('\n').length - 1).filter((row) => !row.startsWith(`| ${name} |`));
  const rows = [...others.filter((row) => row !== ''), `| ${cells.join(' | ')} |`].sort();
  writeFileSync(FILE, `${HEAD.replace('DATE', new Date().toISOString().slice(0, 10))}${rows.join('\n')}\n`);
}

function ahead(trials: SweepDocument['trials']): string {
  const firsts = trials.map(({ name, starts }) => {
    const measured = starts.flatMap(({ measurements }) => measurements);
    return { name, value: measured.find(({ replicate }) => replicate === 1)?.output_tokens_per_s ?? 0 };
  });
  const [base] = firsts;
  const [best] = firsts.toSorted((a, b) => b.value - a.value);
  if (base === undefined || best === undefined || best === base) return 'the baseline';
  return `${best.name}, by ${signed(100 * (best.value / base.value - 1))}`;
}

const signed = (percent: number) => `${percent < 0 ? '' : '+'}${percent.toFixed(1)} %`;
