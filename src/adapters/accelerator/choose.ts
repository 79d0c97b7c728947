import type { Configuration } from '../../core/config/configuration.ts';
import { FaultError, fault } from '../../core/fault.ts';
import type { Accelerator } from '../../ports/accelerator.ts';
import type { Host } from '../../ports/host.ts';
import type { Supervisor } from '../../ports/supervisor.ts';
import { HostMemory } from './host-memory.ts';
import { Nvidia } from './nvidia/nvidia.ts';
import type { OwnEnvironment } from './nvidia/selection.ts';
import { findTool } from './nvidia/tool.ts';

/** What the drivers of devices with memory of their own leave on a host. */
const DRIVERS = ['/proc/driver/nvidia', '/dev/nvidiactl', '/dev/kfd'];

/**
 * The accelerator that the configuration names; `auto`: NVIDIA devices where their tool is installed, else the host's
 * memory, unless a driver says that there are devices whose memory would then not be watched. `environment`: that of
 * Holdpoint itself, which a service of kind `process` inherits; a unit tells its own. Fault: `configuration`.
 */
export async function chooseAccelerator(
  { accelerator, service, tools }: Pick<Configuration, 'accelerator' | 'service' | 'tools'>,
  host: Host,
  environment: Readonly<Record<string, string | undefined>>,
  supervisor: Pick<Supervisor, 'own'>,
): Promise<Accelerator> {
  const { kind, devices, floor } = accelerator;
  if (kind === 'host-memory') return new HostMemory(host);
  const tool = tools['nvidia-smi'] ?? (await findTool(host));
  if (tool !== null) {
    const started = service.kind === 'process' ? { ...environment, ...service.env } : null;
    return new Nvidia({
      host,
      tool,
      devices,
      floored: Object.keys(floor),
      environment: started,
      own: ownEnvironment(supervisor),
    });
  }
  const driver = kind === 'auto' ? await driverOf(host) : null;
  if (kind === 'auto' && driver === null) return new HostMemory(host);
  const beside = driver === null ? '' : `, but ${driver} says that this host has devices`;
  throw new FaultError(
    fault(
      'configuration',
      `accelerator: nvidia-smi is in none of the folders that only root can write${beside}`,
      {
        hint: 'name it: `tools: { nvidia-smi: /path/to/nvidia-smi }`, or write `accelerator: host-memory`',
      },
    ),
  );
}

async function driverOf(host: Host): Promise<string | null> {
  for (const path of DRIVERS) if ((await host.file(path)) !== null) return path;
  return null;
}

function ownEnvironment(supervisor: Pick<Supervisor, 'own'>): OwnEnvironment {
  return async () => {
    try {
      return (await supervisor.own?.())?.env ?? null;
    } catch (error) {
      if (error instanceof FaultError) return null;
      throw error;
    }
  };
}
