/**
 * `npm run bench:sweep-peer [-- CASE...]`: what `vllm bench sweep serve` does and records under the faults of
 * test/lab/engines, with the real vLLM of `npm run engine -- vllm`. Some minutes for each case. With UPDATE_EVIDENCE=1 its
 * column of docs/evidence/real-engines.md is written.
 */
import { isThere } from '../scripts/engine/python/install.mjs';
import { type RowName, writeRow } from '../test/lab/engines/evidence-table.ts';
import { folderOf } from './peers/locked.ts';
import { DROPPED } from './peers-sweep/dropped.ts';
import { FREE } from './peers-sweep/free.ts';
import { API_KILLED, CORE_KILLED } from './peers-sweep/killed.ts';
import { Place } from './peers-sweep/place.ts';
import { SMALL } from './peers-sweep/small.ts';
import { STOPPED } from './peers-sweep/stopped.ts';
import type { SweepCase } from './peers-sweep/sweep-case.ts';

const CASES: Readonly<Record<string, SweepCase>> = {
  free: FREE,
  stopped: STOPPED,
  dropped: DROPPED,
  small: SMALL,
  core: CORE_KILLED,
  api: API_KILLED,
};

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code)); // the exit handlers end what was started

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in CASES));

if (unknown !== undefined || !isThere('vllm', folderOf('vllm'))) {
  console.error(
    unknown === undefined
      ? 'not installed: npm run engine -- vllm'
      : `no case ${unknown}: there are ${Object.keys(CASES).join(', ')}`,
  );
  process.exitCode = 2;
} else {
  for (const [name, play] of Object.entries(CASES)) {
    if (asked.length === 0 || asked.includes(name)) await run(name, play);
  }
}

async function run(name: string, play: SweepCase): Promise<void> {
  const begun = performance.now();
  const place = await Place.make();
  try {
    for (const [row, peer] of Object.entries(await play(place))) {
      console.log(`${row}: ${peer}`);
      if (process.env['UPDATE_EVIDENCE'] === '1') writeRow(row as RowName, { peer });
    }
  } finally {
    place.end();
  }
  console.error(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}
