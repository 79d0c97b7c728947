import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalHost } from '../../../src/adapters/host/local.ts';
import { contractOfHost, type HostSubject } from '../../contract/host.ts';
import { kill, program, type Running, startProgram } from '../support/programs.ts';

async function makeLocal(): Promise<HostSubject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'holdpoint-host-')));
  const children: ChildProcess[] = [];
  const started = async (argv: readonly string[]): Promise<Running> => {
    const running = await startProgram(argv);
    children.push(running.child);
    return running;
  };
  return {
    host: new LocalHost(),
    folder,
    steady: ['/bin/sleep', '3600'],
    talkative: ['/bin/sh', program('talkative.sh')],
    printEnvironment: ['/usr/bin/env'],
    async spawn(argv, env, cwd) {
      const child = spawn(argv[0] as string, argv.slice(1), { env, cwd, stdio: 'ignore' });
      children.push(child);
      await once(child, 'spawn');
      return { pid: child.pid as number, end: () => kill(child) };
    },
    async zombie() {
      const parent = await started([process.execPath, program('zombie.mjs')]);
      return { pid: Number(parent.line), end: parent.end };
    },
    async serve(address) {
      const server = await started([process.execPath, program('served.mjs'), address]);
      return { port: Number(server.line), pid: server.pid, close: server.end };
    },
    async connect(address, port) {
      const argv = [process.execPath, program('keeps-connection.mjs'), address, String(port)];
      const client = await started(argv);
      return { pid: client.pid, argv, end: client.end };
    },
    async write(text) {
      const path = join(folder, 'text');
      await writeFile(path, text);
      return path;
    },
    async dispose() {
      await Promise.all(children.map(kill));
      await rm(folder, { recursive: true });
    },
  };
}

contractOfHost('the local host', makeLocal);
