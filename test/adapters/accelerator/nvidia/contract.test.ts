import { Nvidia } from '../../../../src/adapters/accelerator/nvidia/nvidia.ts';
import { GiB, MiB } from '../../../../src/core/units.ts';
import { contractOfAccelerator } from '../../../contract/accelerator.ts';
import { ScriptedHost, TOOL } from './scripted-host.ts';
import { eight, UUIDS } from './smi.ts';

contractOfAccelerator('nvidia', async () => {
  const object = 'psm_holder';
  let ended = false;
  const scripted = new ScriptedHost(() => ({
    gpus: eight((index) => (index === 2 && !ended ? 70 * GiB : 300 * MiB)),
    apps: ended ? [] : [{ uuid: UUIDS[2] ?? '', pid: 4242, used: 69 * GiB }],
  }));
  const holder = scripted.add({ pid: 4242 });
  scripted.objects.set(4242, [object]);
  scripted.shm.add(`/dev/shm/${object}`);
  return {
    accelerator: new Nvidia({
      host: scripted.host,
      tool: TOOL,
      devices: null,
      floored: [],
      environment: null,
    }),
    holder,
    object,
    async endHolder() {
      ended = true;
      scripted.end(4242);
      scripted.objects.delete(4242);
    },
    async removeObject() {
      scripted.shm.clear();
    },
    async dispose() {},
  };
});
