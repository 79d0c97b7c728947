import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { FaultError, fault } from '../core/fault.ts';
import type { MockLog, MockProcess } from '../ports/mock.ts';
import type { MockScript } from './script.ts';
import { LOG_PATH } from './server.ts';

/** Starts `holdpoint mock` by the words of a command. Fault: `usage` (it does not begin to serve). */
export async function startMockProcess(argv: readonly string[], script: MockScript): Promise<MockProcess> {
  const [file = '', ...words] = argv;
  const child = spawn(file, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  child.stdin.on('error', () => child.kill());
  child.stdin.write(`${JSON.stringify(script)}\n`);
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), ended]);
  const [url] = first;
  if (typeof url !== 'string' || !url.startsWith('http:'))
    throw new FaultError(fault('usage', 'the mock server did not begin to serve'));
  return {
    url,
    pid: child.pid ?? 0,
    log: async () => (await (await fetch(url + LOG_PATH)).json()) as MockLog,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
