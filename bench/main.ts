/**
 * `npm run bench [-- NAME...] [-- --json]`: limits that the project sets itself, each measured in one run. The machine
 * is noisy, so rows are ratios or medians, and each says how it was measured. Exit 1: a limit does not hold.
 */
import { cliStart } from './cli-start.ts';
import { plan } from './plan.ts';
import { resume } from './resume.ts';
import type { Row } from './row.ts';
import { schedules } from './schedules.ts';
import { sweep } from './sweep.ts';

const BENCHES: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  'cli-start': cliStart,
  plan,
  resume,
  sweep,
  schedules,
};

const words = process.argv.slice(2);
const chosen = words.filter((word) => word !== '--json');
const names = chosen.length === 0 ? Object.keys(BENCHES) : chosen;
const rows: Row[] = [];
for (const name of names) {
  const bench = BENCHES[name];
  if (bench === undefined) throw new Error(`no bench ${name}; there are: ${Object.keys(BENCHES).join(', ')}`);
  for (const row of await bench()) {
    rows.push(row);
    const verdict = row.value <= row.limit ? 'holds' : 'DOES NOT HOLD';
    if (!words.includes('--json'))
      console.log(
        `${verdict.padEnd(14)} ${row.name.padEnd(18)} ${row.value.toFixed(2)} of at most ${row.limit} ${row.unit}: ${row.what}\n${' '.repeat(15)}${row.how}`,
      );
  }
}
if (words.includes('--json')) console.log(JSON.stringify({ rows }, null, 1));
process.exitCode = rows.every((row) => row.value <= row.limit) ? 0 : 1;
