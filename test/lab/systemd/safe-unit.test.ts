import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../contract/until.ts';
import { describeReal, requireReal } from '../../helpers/real-things.ts';
import { freePort } from '../support/free-port.ts';
import { Models } from '../support/models.ts';
import { Machine } from '../support/systemd/machine.ts';
import { installUnit, removeUnit, systemScope } from '../support/systemd/scope.ts';

const CLI = `${process.execPath} ${path.resolve('dist/cli.mjs')}`;
/** Each test has one of its own: the journal keeps what was said by another of the same name. */
let made = 0;
let unit = '';
/** One device of 141 GiB, of which /run/used MiB are in use by nobody that is listed. */
const NVIDIA_SMI = `#!/bin/sh
read -r used </run/used
case $1 in
  --query-gpu=*) echo "0, GPU-5e1a7c10-93b4-4f0e-8d52-6a0c3b9e2f41, 00000000:01:00.0, NVIDIA H200, 144384, $used, 70000, Disabled, Disabled" ;;
  --query-compute-apps=*) ;;
  *) exit 2 ;;
esac
`;

describeReal(
  ['systemd', 'llama-server'],
  'a unit that waits for itself, with nothing of Holdpoint but two lines',
  () => {
    let machine: Machine;
    let server: (port: number) => string;

    beforeAll(async () => {
      machine = await Machine.start();
      machine.write('/usr/bin/nvidia-smi', NVIDIA_SMI);
      machine.demand('chmod', '755', '/usr/bin/nvidia-smi');
      const model = await new Models(machine.shared).file('count');
      const program = requireReal('llama-server');
      server = (port) => `ExecStart=${program} -m ${model} -c 1024 -t 1 -np 1 --port ${port}`;
    });
    beforeEach(() => {
      made += 1;
      unit = `llm-${made}.service`;
    });
    afterEach(() => {
      machine.run(['systemctl', 'stop', unit]);
      removeUnit(machine, systemScope(machine), unit);
    });
    afterAll(() => machine.end());

    const show = (...keys: readonly string[]): Readonly<Record<string, string>> =>
      Object.fromEntries(
        machine
          .demand('systemctl', 'show', '-p', keys.join(','), unit)
          .trim()
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
    const journal = (): string => machine.demand('journalctl', '-o', 'cat', '--no-pager', '-u', unit);
    const install = (...lines: readonly string[]): void =>
      installUnit(machine, systemScope(machine), unit, ...lines, 'TimeoutStartSec=infinity');

    test('started only when the memory is back, and active only when it generates', async () => {
      const port = await freePort();
      machine.write('/run/used', '90000\n');
      install(
        `ExecStartPre=${CLI} wait released --floor 500MiB`,
        server(port),
        `ExecStartPost=${CLI} wait generating`,
      );
      machine.demand('systemctl', 'start', '--no-block', unit);
      await until(async () => journal().includes('memory is not back'));
      expect(show('ActiveState', 'SubState', 'MainPID')).toEqual({
        ActiveState: 'activating',
        SubState: 'start-pre',
        MainPID: '0',
      });
      machine.write('/run/used', '420\n');
      await until(async () => show('ActiveState')['ActiveState'] !== 'activating');
      expect(show('ActiveState', 'Result'), journal()).toEqual({ ActiveState: 'active', Result: 'success' });
      const said = journal();
      expect(said).toMatch(/GPU-5e1a7c10\S*: 420 MiB in use, floor 500 MiB/);
      expect(said).toContain(`port ${port}: trial bind free`);
      expect(said.indexOf('released after')).toBeLessThan(said.indexOf('generating after'));
    });

    test('memory that does not come back: the server is never started, and the unit fails', async () => {
      machine.write('/run/used', '90000\n');
      install(`ExecStartPre=${CLI} wait released --floor 500MiB --timeout 2s`, server(await freePort()));
      expect(machine.run(['systemctl', 'start', unit]).code).toBe(1);
      expect(show('ActiveState', 'Result', 'ExecMainPID')).toEqual({
        ActiveState: 'failed',
        Result: 'exit-code',
        ExecMainPID: '0',
      });
      expect(journal()).toMatch(/status=21/);
    });

    test('a tool that does not work is no free device', async () => {
      machine.write('/run/used', '\n');
      install(`ExecStartPre=${CLI} wait released --floor 500MiB`, server(await freePort()));
      expect(machine.run(['systemctl', 'start', unit]).code).toBe(1);
      expect(show('ExecMainPID')).toEqual({ ExecMainPID: '0' });
      expect(journal()).toMatch(/the answer of nvidia-smi cannot be read/);
    });

    test('a process of the server itself is not beside it: it must say what it waits for', async () => {
      machine.write('/run/used', '420\n');
      install(`ExecStart=/bin/sh -c '${CLI} wait released --floor 500MiB; sleep 600'`);
      machine.demand('systemctl', 'start', unit);
      await until(async () => /holdpoint\.yaml|there is no such file/.test(journal()));
      expect(journal()).not.toContain('released after');
    });
  },
);
