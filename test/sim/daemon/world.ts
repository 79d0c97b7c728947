import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { RealClock } from '../../../src/adapters/clock/real.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import { type Built, buildMachine } from '../../../src/sim/build.ts';
import { type Daemon, startDaemon } from '../../../src/sim/daemon/daemon.ts';
import { FaultBook } from '../../../src/sim/faults/book.ts';
import type { HttpHandler, Self } from '../../../src/sim/machine.ts';
import { openRemote, type Remote } from '../../../src/sim/remote/remote.ts';

export const CONFIGURATION = '/etc/served.conf';

/** Short: the path of a socket may not be long. Gone when the test has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export interface World {
  readonly dir: string;
  readonly port: number;
  readonly daemon: Daemon;
  readonly remote: Remote;
  readonly built: Built;
  /** The server's process. */
  readonly server: Self;
  readonly trouble: string[];
}

/** A small simulated host with one server, switched on; it is switched off when the test has ended. */
export async function switchOn(
  options: {
    readonly speed?: number;
    readonly handler?: HttpHandler;
    readonly holdpoint?: readonly string[];
  } = {},
): Promise<World> {
  const dir = join(temporaryFolder(), 'sim');
  const port = await freePort();
  const trouble: string[] = [];
  let world: { readonly built: Built; readonly server: Self } | null = null;
  const daemon = await startDaemon({
    dir,
    speed: options.speed ?? 1000,
    port,
    real: new RealClock(),
    build(clock) {
      world = smallHost(clock, port, options.handler ?? ((_, answer) => answer.end()));
      return world.built;
    },
    holdpoint: options.holdpoint ?? ['true'],
    trouble: (text) => trouble.push(text),
  });
  onTestFinished(() => daemon.stop());
  if (world === null) throw new Error('nothing was built');
  const { built, server } = world as { readonly built: Built; readonly server: Self };
  return { dir, port, daemon, remote: openRemote(dir, new RealClock()), built, server, trouble };
}

function smallHost(clock: Clock, port: number, handler: HttpHandler) {
  const servers: Self[] = [];
  const built = buildMachine({
    clock,
    seed: 1,
    faults: new FaultBook([]),
    install({ machine, host }) {
      machine.files.write(CONFIGURATION, 'budget 8\n');
      host.register('systemctl', async (argv, { wait }) => {
        if (argv[1] === 'stop') await wait(60_000);
        return {
          code: 3,
          stdout: `${argv.slice(1).join(' ')}: ${machine.files.read(CONFIGURATION)}`,
          stderr: 'said\n',
        };
      });
      servers.push(
        machine.kernel.spawn({
          argv: ['server'],
          env: {},
          cwd: '/',
          uid: 0,
          user: 'root',
          parent: 1,
          session: 'new',
          cgroup: '/system.slice/server.service',
          output() {},
          program: { start: (self) => void self.listen(port, handler) },
        }),
      );
    },
  });
  const [server] = servers;
  if (server === undefined) throw new Error('nothing was started');
  return { built, server };
}
