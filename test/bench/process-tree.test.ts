import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ProcessTree } from '../../bench/truth/process-tree.ts';

/** Burns CPU until it has had 150 ms of it, says so, and stays. */
const BURN = `while (process.cpuUsage().user < 150_000); console.log('done'); process.stdin.on('end', () => {}).resume();`;
const PARENT = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(BURN)}], { stdio: 'inherit' })`;

test('the CPU of a child of the process counts, by the process that used it as witness', async () => {
  const begun = Number(process.hrtime.bigint()) / 1e6;
  const child = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const tree = new ProcessTree(child.pid ?? 0, null);
  await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, 250));
  tree.stop();
  const { cpu_ms, others_ms } = tree.within(begun, Number(process.hrtime.bigint()) / 1e6);
  child.stdin.end();
  await once(child, 'exit');
  expect(cpu_ms).toBeGreaterThanOrEqual(150);
  expect(others_ms).toBeNull();
  expect(tree.peak_mb).toBeGreaterThan(20);
});
