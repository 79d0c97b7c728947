import type { TruthCase } from '../truth/case.ts';
import { HOLDPOINT } from '../truth/holdpoint.ts';
import { errorsOf } from '../truth/reported.ts';
import type { Ran } from '../truth/run-tool.ts';
import type { Tool } from '../truth/tool.ts';
import { VLLM } from './vllm.ts';

/** One run of one tool; a text: why there is none. */
export interface PeerRun {
  readonly tool: Tool;
  readonly ran: Ran | string;
}

const HEAD = [
  'tool',
  'TTFT p50 error ms',
  'gap mean / p99 error ms',
  'time per token error',
  'tok/s error',
  'answers called good',
  'open over asked',
  'CPU us per event',
  'share of a core',
  's beyond the load',
  'MB',
  'others on its core',
];

/** One table for each case, in Markdown. */
export function caseTable(one: TruthCase, runs: readonly PeerRun[]): string {
  const rows = runs.map(({ tool, ran }) =>
    typeof ran === 'string'
      ? [tool.name, ran.split('\n')[0] ?? '', ...HEAD.slice(2).map(() => '')]
      : row(tool, ran),
  );
  return [
    `### ${one.name}`,
    '',
    truthLine(one, runs),
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...rows.map(line),
    ...costLines(runs),
  ].join('\n');
}

/** Ours over theirs, of the CPU that an event took. null: there is none of ours, or none of theirs. */
export function cheapestRatio(
  runs: readonly PeerRun[],
): { readonly of: string; readonly ratio: number } | null {
  const costs = runs.flatMap(({ tool, ran }) =>
    typeof ran === 'string' ? [] : [{ name: tool.name, us: ran.cost.cpu_us_per_event }],
  );
  const own = costs.find(({ name }) => name === HOLDPOINT.name);
  const [cheapest] = costs.filter((cost) => cost !== own).sort((a, b) => a.us - b.us);
  return own === undefined || cheapest === undefined
    ? null
    : { of: cheapest.name, ratio: own.us / cheapest.us };
}

function costLines(runs: readonly PeerRun[]): readonly string[] {
  const cheapest = cheapestRatio(runs);
  const vllm = cheapestRatio(
    runs.filter(({ tool }) => tool.name === HOLDPOINT.name || tool.name === VLLM.name),
  );
  if (cheapest === null) return [];
  const beside = vllm === null ? '' : `, and ${vllm.ratio.toFixed(2)} of that of ${vllm.of}`;
  return [
    '',
    `An event took ${cheapest.ratio.toFixed(2)} of the CPU of the cheapest other tool (${cheapest.of})${beside}.`,
  ];
}

function truthLine(one: TruthCase, runs: readonly PeerRun[]): string {
  const first = runs.find(({ ran }) => typeof ran !== 'string')?.ran;
  if (first === undefined || typeof first === 'string') return 'No run.';
  const { truth } = first;
  return `${one.requests} requests, ${truth.events} events. True in the run of the first tool: TTFT p50 ${fixed(truth.ttft_p50_ms, 2)} ms, gaps ${fixed(truth.gap_mean_ms, 2)} ms (p99 ${fixed(truth.gap_p99_ms, 2)}), ${fixed(truth.tpot_mean_ms, 3)} ms a token, ${fixed(truth.tokens_per_s, 1)} tokens/s of whole answers.`;
}

function row(tool: Tool, { reported, truth, cost }: Ran): readonly string[] {
  const e = errorsOf(reported, truth);
  return [
    tool.name,
    signed(e.ttft_p50_ms, 1),
    `${signed(e.gap_mean_ms, 2)} / ${signed(e.gap_p99_ms, 1)}`,
    share(e.tpot_mean_share, 2),
    share(e.tokens_per_s_share, 2),
    `${reported.ok} of ${truth.whole}`,
    fixed(truth.open_share, 3),
    cost.cpu_us_per_event.toFixed(0),
    `${(100 * cost.core_share).toFixed(1)} %`,
    cost.beyond_load_s.toFixed(1),
    cost.peak_mb.toFixed(0),
    cost.others_share === null ? '-' : `${(100 * cost.others_share).toFixed(0)} %`,
  ];
}

/** What each tool is, and how much is installed for it. */
export function toolTable(tools: readonly Tool[]): string {
  const rows = tools.map(({ name, version, packages }) => [name, version, String(packages)]);
  return [['tool', 'version', 'packages'], ['---', '---', '---'], ...rows].map(line).join('\n');
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const fixed = (value: number | null, digits: number) => (value === null ? '-' : value.toFixed(digits));
const signed = (value: number | null, digits: number) =>
  value === null ? '-' : `${value > 0 ? '+' : ''}${value.toFixed(digits)}`;
const share = (value: number | null, digits: number) =>
  value === null ? '-' : `${signed(100 * value, digits)} %`;
