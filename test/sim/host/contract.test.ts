import { RealClock } from '../../../src/adapters/clock/real.ts';
import { buildMachine } from '../../../src/sim/build.ts';
import { FaultBook } from '../../../src/sim/faults/book.ts';
import { contractOfHost, type HostSubject } from '../../contract/host.ts';
import { spawn } from '../machine.ts';
import { served } from './served.ts';

async function makeSimulated(): Promise<HostSubject> {
  const { machine, host } = buildMachine({ clock: new RealClock(), seed: 3, faults: new FaultBook([]) });
  host.register('steady', () => new Promise(() => {}));
  host.register('talkative', async (_, { stdin }) => ({ code: 3, stdout: `out${stdin}`, stderr: 'err' }));
  host.register('env', async (_, { env }) => {
    const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
    return { code: 0, stdout: lines.join(''), stderr: '' };
  });
  machine.files.write('/srv/here', '');
  let port = 40_000;
  return {
    host,
    folder: '/srv',
    steady: ['/usr/bin/steady', '3600'],
    talkative: ['/usr/bin/talkative'],
    printEnvironment: ['/usr/bin/env'],
    async spawn(argv, env, cwd) {
      const { pid } = spawn({ machine }, undefined, { argv, env, cwd, uid: 0, user: 'root' });
      return {
        pid,
        async end() {
          machine.kernel.kill(pid, 'KILL');
        },
      };
    },
    async zombie() {
      return null;
    },
    async serve(address) {
      port += 1;
      const self = spawn(
        { machine },
        { start: (own) => void own.listen(port, served(machine.time), { address }) },
      );
      return {
        port,
        pid: self.pid,
        async close() {
          machine.kernel.kill(self.pid, 'KILL');
        },
      };
    },
    async connect(address, port) {
      const argv = ['/usr/bin/client', `${port}`];
      const { pid } = spawn({ machine }, undefined, { argv, uid: 0, user: 'root' });
      machine.kernel.connect(address, port, { address: '127.0.0.1', pid, asks: false });
      return {
        pid,
        argv,
        async end() {
          machine.kernel.kill(pid, 'KILL');
        },
      };
    },
    async write(text) {
      machine.files.write('/srv/text', text);
      return '/srv/text';
    },
    async dispose() {},
  };
}

contractOfHost('the simulated host', makeSimulated);
