/**
 * `npm run bench [-- NAME... --json]`: the limits that this project sets itself, each measured against something else in
 * the same run, because the machine is noisy. Exit 1: a limit does not hold. Needs a build (`npm run build`).
 * `truth --points 16,64` takes one run of the points with so many streams.
 */
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { benchMemory } from './bench-memory.ts';
import { benchStart } from './bench-start.ts';
import { cliStart } from './cli-start.ts';
import { delay } from './delay.ts';
import { demo } from './demo.ts';
import { diagnose } from './diagnose.ts';
import { memory } from './memory.ts';
import { plan } from './plan.ts';
import { resume } from './resume.ts';
import { holds, type Row } from './row.ts';
import { schedules } from './schedules.ts';
import { story } from './story.ts';
import { CLI } from './support/command.ts';
import { sweeps } from './sweeps.ts';

import { block, type Measured } from './table.ts';
import { truthRow } from './truth.ts';
import { units } from './units.ts';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, points: { type: 'string' } },
});
const { json } = values;

const ROWS: readonly Row[] = [
  cliStart,
  benchStart,
  plan,
  resume,
  memory,
  benchMemory,
  delay,
  units,
  schedules,
  story,
  sweeps,
  demo,
  diagnose,
  truthRow(values.points?.split(',').map(Number) ?? null),
];

const unknown = names.find((name) => !ROWS.some((row) => row.name === name));

if (unknown !== undefined || !existsSync(CLI)) {
  const known = ROWS.map((row) => row.name).join(', ');
  console.error(
    unknown === undefined ? `${CLI} is not there: npm run build` : `no row ${unknown}: there are ${known}`,
  );
  process.exitCode = 2;
} else {
  process.exitCode = await bench(names.length === 0 ? ROWS : ROWS.filter((row) => names.includes(row.name)));
}

async function bench(rows: readonly Row[]): Promise<number> {
  const load_before = load();
  const done: Measured[] = [];
  for (const row of rows) {
    const begun = performance.now();
    const figures = await row.measure();
    const measured = { row, figures, took_s: (performance.now() - begun) / 1000 };
    done.push(measured);
    if (!json) console.log(block(measured).join('\n'));
  }
  const all = done.flatMap(({ figures }) => figures);
  const broken = all.filter((figure) => figure.value !== null && holds(figure) === false);
  const missing = all.filter((figure) => figure.value === null);
  const machine = {
    node: process.version,
    cpu: os.cpus()[0]?.model ?? '',
    cores: os.availableParallelism(),
    load_before,
    load_after: load(),
  };
  if (json) {
    const shown = done.map(({ row, figures, took_s }) => ({
      name: row.name,
      how: row.how,
      took_s: Math.round(took_s * 10) / 10,
      figures: figures.map((figure) => ({ ...figure, holds: figure.value === null ? null : holds(figure) })),
    }));
    console.log(
      JSON.stringify({ schema_version: 1, holds: broken.length === 0, machine, rows: shown }, null, 1),
    );
  } else {
    const { node, cpu, cores } = machine;
    console.log(
      `Node ${node} on ${cores} cores (${cpu}); others kept ${load_before} of them busy before, ${machine.load_after} after`,
    );
    const absent = missing.length === 0 ? '' : `, ${missing.length} not measured`;
    console.log(
      `${all.length - broken.length - missing.length} of ${all.length} hold${absent}${broken.map(({ what }) => `\nDOES NOT HOLD: ${what}`).join('')}`,
    );
  }
  return broken.length === 0 ? 0 : 1;
}

/** Mean number of processes that wanted a core in the last minute. */
function load(): number {
  return Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0]);
}
