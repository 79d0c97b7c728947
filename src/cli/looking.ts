import type { Configuration, Endpoint, ServiceConfiguration } from '../core/config/configuration.ts';
import { ANY_ACCELERATOR, LIMIT_DEFAULTS, NO_HOOKS } from '../core/config/defaults.ts';
import { PCI_ADDRESS } from '../core/config/schema/names.ts';
import type { EngineName } from '../core/engine/definition.ts';

/** What looking at a server needs to know of it. */
export interface Looked {
  readonly service: ServiceConfiguration;
  readonly endpoint: Endpoint;
  readonly engine: EngineName;
  /** Uuids, or PCI addresses of AMD devices; null: the devices that the service sees. */
  readonly devices: readonly string[] | null;
}

/** A configuration that changes nothing. */
export function lookingAt({ service, endpoint, engine, devices }: Looked): Configuration {
  return {
    version: 1,
    name: 'target',
    file: '',
    folder: '/',
    host: 'local',
    service,
    engine,
    endpoint,
    auth: null,
    model: null,
    accelerator: devices === null ? ANY_ACCELERATOR : { kind: kindOf(devices), devices, floor: {} },
    parameters: [],
    constraints: [],
    settings: [],
    baseline: 'none',
    workloads: [],
    objective: {
      direction: 'maximize',
      metric: 'output_tokens_per_s',
      workload: '',
      concurrency: 1,
      where: [],
    },
    limits: LIMIT_DEFAULTS,
    window: null,
    hooks: NO_HOOKS,
    restore: 'leave',
    tools: {},
  };
}

/** Each maker's devices have names of a form of their own. */
function kindOf(devices: readonly string[]): 'nvidia' | 'amd' {
  return devices.every((id) => PCI_ADDRESS.test(id)) ? 'amd' : 'nvidia';
}
