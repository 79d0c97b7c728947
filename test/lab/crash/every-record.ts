/**
 * Kills Holdpoint at every journal record of a real sweep, then resumes it, and again, then restores; prints a table.
 * On demand: `node --import ./scripts/ts.mjs test/lab/crash/every-record.ts SERVER MODEL [FROM] [TO]` after a build.
 */
import { resolve } from 'node:path';
import { Scene, wrongAfter } from './scene.ts';

const [given = '', model_file = '', from = '1', to = '999'] = process.argv.slice(2);
// each scene has its own folder
const [server, model] = [resolve(given), resolve(model_file)];
const PORT = 18_700;

const whole = new Scene([server], model, PORT);
const undisturbed = whole.sweep(null);
if (undisturbed.code !== 0) throw new Error(`the sweep that nothing kills ended with ${undisturbed.code}`);
const records = whole.journal();
whole.clean();

const rows: string[] = [];
let bad = 0;
for (let n = Number(from); n <= Math.min(records.length, Number(to)); n += 1) {
  const outcome = (['resume', 'restore'] as const).map((mode) => {
    const scene = new Scene([server], model, PORT + (n % 200));
    const killed = scene.sweep(n);
    const ended = killed.signal !== 'SIGKILL';
    const run = ended ? killed : scene.holdpoint([mode, scene.runDir(), '--json']);
    const wrong = ended ? [`not killed (code ${killed.code})`] : wrongAfter(mode, scene, run);
    if (wrong.length > 0) bad += 1;
    scene.clean();
    return wrong.length === 0 ? 'holds' : wrong.join('; ');
  });
  const record = records[n - 1]?.record;
  const what =
    record === undefined
      ? ''
      : [
          record.type,
          'goal' in record ? record.goal : '',
          'method' in record ? record.method : '',
          record.type === 'holdpoint' ? record.result.name : '',
        ]
          .filter((t) => t !== '')
          .join(' ');
  rows.push(`| ${n} | ${what} | ${outcome.join(' | ')} |`);
  process.stderr.write(`${rows.at(-1)}\n`);
}
process.stdout.write(
  `| record | what was just written | then resume | then restore |\n|---|---|---|---|\n${rows.join('\n')}\n\n${bad} wrong of ${2 * rows.length}\n`,
);
process.exitCode = bad === 0 ? 0 : 1;
