import { Nvidia } from '../../../src/adapters/accelerator/nvidia/nvidia.ts';
import { GiB } from '../../../src/core/units.ts';
import type { ProcessRow } from '../../../src/ports/host.ts';
import { contractOfAccelerator } from '../../contract/accelerator.ts';
import { driven } from '../driven.ts';
import { scene, spawn } from '../machine.ts';

contractOfAccelerator(
  'nvidia on the simulated host',
  async () => {
    const built = scene({ devices: 8 });
    const { host, clock, machine } = built;
    const server = spawn(built, { start: (self) => void self.allocate(2, 70 * GiB) });
    const { pid, start_ticks, ppid, state, user, argv } = (await host.process(server.pid)) as ProcessRow;
    const tool = '/usr/bin/nvidia-smi';
    return {
      accelerator: driven(new Nvidia({ host, tool, devices: null, floored: [], environment: null }), clock),
      holder: { pid, start_ticks, ppid, state, user, command: argv.join(' ') },
      object: '',
      async endHolder() {
        machine.kernel.kill(pid, 'KILL');
      },
      async removeObject() {},
      async dispose() {},
    };
  },
  {
    'what a member shared is there until it is removed, also when the member is gone':
      'no program of the simulated host shares memory',
  },
);
