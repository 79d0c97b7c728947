/**
 * `npm run bench:peers [-- NAME...]`: Holdpoint and the load generators of others against the same mock server, one run
 * of each in turn for each case, then Holdpoint's own limits as `npm run bench -- truth` does. `--install` first installs
 * what is not there. With UPDATE_EVIDENCE=1 and all of them, docs/evidence/load-truth.md is written. Needs a build.
 */
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AIPERF } from './peers/aiperf.ts';
import { MOST_EVENTS, PEER_CASES } from './peers/cases.ts';
import { GUIDELLM } from './peers/guidellm.ts';
import { INFERENCE_PERF } from './peers/inference-perf.ts';
import { install, isInstalled } from './peers/install.ts';
import type { PeerName } from './peers/locked.ts';
import { SGLANG } from './peers/sglang.ts';
import { caseTable, cheapestRatio, type PeerRun, toolTable } from './peers/table.ts';
import { VLLM } from './peers/vllm.ts';
import { block } from './table.ts';
import { HOLDPOINT } from './truth/holdpoint.ts';
import { PINNED, runTool } from './truth/run-tool.ts';
import type { Tool } from './truth/tool.ts';
import { truthRow } from './truth.ts';

const PEERS: Readonly<Record<PeerName, Tool>> = {
  vllm: VLLM,
  sglang: SGLANG,
  guidellm: GUIDELLM,
  aiperf: AIPERF,
  'inference-perf': INFERENCE_PERF,
};
const EVIDENCE = path.resolve(import.meta.dirname, '../docs/evidence/load-truth.md');

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code)); // the exit handlers end what was started

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { install: { type: 'boolean', default: false } },
});
const known = Object.keys(PEERS) as PeerName[];
const names = positionals.length === 0 ? known : known.filter((name) => positionals.includes(name));
const unknown = positionals.find((name) => !known.includes(name as PeerName));
if (values.install) for (const name of names) if (!isInstalled(name)) await install(name);
const absent = names.filter((name) => !isInstalled(name));

if (unknown !== undefined || absent.length > 0) {
  console.error(
    unknown === undefined
      ? `not installed: ${absent.join(', ')}; --install gets them`
      : `no peer ${unknown}: there are ${known.join(', ')}`,
  );
  process.exitCode = 2;
} else {
  const peers = await comparePeers([HOLDPOINT, ...names.map((name) => PEERS[name])]);
  const row = truthRow(null);
  const begun = performance.now();
  const figures = await row.measure();
  const own = block({ row, figures, took_s: (performance.now() - begun) / 1000 }).join('\n');
  console.log(own);
  if (process.env['UPDATE_EVIDENCE'] === '1' && names.length === known.length)
    writeFileSync(EVIDENCE, evidence(peers, own));
}

async function comparePeers(tools: readonly Tool[]): Promise<string> {
  const tables = [toolTable(tools)];
  console.log(tables[0]);
  for (const one of PEER_CASES) {
    const runs: PeerRun[] = [];
    for (const tool of tools) {
      const ran = await runTool(tool, one, (found) => found).catch((error: Error) => error.message);
      if (typeof ran === 'string') console.error(ran);
      runs.push({ tool, ran });
    }
    const cost = one === MOST_EVENTS ? cheapestRatio(runs) : null;
    if (cost !== null && cost.ratio >= 1) {
      console.error(`${one.name}: an event took ${cost.ratio.toFixed(2)} of the CPU of ${cost.of}`);
      process.exitCode = 1;
    }
    const table = caseTable(one, runs);
    console.log(`\n${table}`);
    tables.push(table);
  }
  return tables.join('\n\n');
}

function evidence(peers: string, own: string): string {
  const machine = `${os.availableParallelism()} cores (${os.cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`;
  const date = new Date().toISOString().slice(0, 10);
  return `# What load generators say, and what the server sent

\`UPDATE_EVIDENCE=1 npm run bench:peers\`, ${date}, ${machine}, ${PINNED ? 'server on core 0 and each tool on core 1' : 'on any core'}.
The truth is the log of Holdpoint's own mock server: the time of each event just before its write. An error is what a tool
reports less what was sent, each as the same statistic of the same run; the time for which the server let an arrival wait is
taken off. CPU, memory and time are those of all processes of a tool; CPU from the first arrival to the last end, the time
beyond the load from its start to its end. Closed loops start as each tool starts them.

## Holdpoint's own limits

\`\`\`
${own.trimEnd()}
\`\`\`

## Beside the others, one run each

${peers}
`;
}
