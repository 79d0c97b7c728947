import { definitionDiffers } from '../core/change/definition-differs.ts';
import { UUID } from '../core/config/schema/names.ts';
import { FaultError, fault } from '../core/fault.ts';
import type { Definition } from '../core/generation.ts';
import { visible } from '../core/visible.ts';
import type { Host } from '../ports/host.ts';
import type { Supervisor } from '../ports/supervisor.ts';
import { type Described, describe } from './init-describe.ts';
import { scalar } from './init-text.ts';

export interface UnitOf {
  readonly unit: string;
  readonly scope: 'system' | 'user';
  readonly host: Host;
  readonly supervisor: Supervisor;
}

/** Variables by which a service is shown only some devices, in the order in which they count. */
const DEVICES = ['CUDA_VISIBLE_DEVICES', 'HIP_VISIBLE_DEVICES', 'ROCR_VISIBLE_DEVICES'];

/**
 * A first `holdpoint.yaml` for a unit, whether it runs or not. Reads only. Faults: `definition-rejected`,
 * `definition-differs`, `permission`.
 */
export async function draftOfUnit({ unit, scope, host, supervisor }: UnitOf): Promise<Described> {
  const present = await supervisor.present();
  if (present.refused !== undefined)
    throw new FaultError(
      fault('definition-rejected', present.refused, {
        hint: 'a setting is written as a whole ExecStart=, so the one of the unit must be known word for word',
      }),
    );
  if (present.differs !== undefined) throw new FaultError(definitionDiffers(present.differs));
  const definition = present.definition ?? (await supervisor.own?.()) ?? null;
  if (definition === null)
    throw new FaultError(fault('definition-rejected', `${unit} has no command of its own`));
  const user = scope === 'user' ? ', scope: user' : '';
  return describe(host, {
    argv: definition.argv,
    env: definition.env,
    port: null,
    running: present.generation !== null,
    service: () => [
      `service: { kind: systemd, unit: ${scalar(unit)}${user} }   # its command is read from the unit each time`,
    ],
    accelerator: acceleratorOf(definition),
  });
}

/** Named one by one only where the service itself names them so; else whatever it is shown is followed each time. */
function acceleratorOf({ env }: Definition): readonly string[] {
  const name = DEVICES.find((variable) => env[variable] !== undefined);
  if (name === undefined) return ['# accelerator: auto   # all devices of the host'];
  const ids = (env[name] ?? '').split(',').map((id) => id.trim());
  return ids.length > 0 && name === 'CUDA_VISIBLE_DEVICES' && ids.every((id) => UUID.test(id))
    ? [`accelerator: { kind: nvidia, devices: [${ids.join(', ')}] }   # ${name} of the unit`]
    : [`# accelerator: auto   # those that the unit is shown: ${name}=${visible(env[name] ?? '')}`];
}
