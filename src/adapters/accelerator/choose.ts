import type { Configuration } from '../../core/config/configuration.ts';
import { FaultError, fault } from '../../core/fault.ts';
import type { Accelerator } from '../../ports/accelerator.ts';
import type { Host } from '../../ports/host.ts';
import type { Supervisor } from '../../ports/supervisor.ts';
import { Amd } from './amd/amd.ts';
import { findTool } from './find-tool.ts';
import { HostMemory } from './host-memory.ts';
import { Nvidia } from './nvidia/nvidia.ts';
import type { OwnEnvironment } from './selection.ts';

/** What the drivers of devices with memory of their own leave on a host. */
const NVIDIA_DRIVERS = ['/proc/driver/nvidia', '/dev/nvidiactl'];
const AMD_DRIVERS = ['/dev/kfd'];

/** Where drivers put their tools; the last one is that of WSL. */
const NVIDIA_FOLDERS = [
  '/usr/bin',
  '/usr/local/bin',
  '/bin',
  '/usr/local/nvidia/bin',
  '/opt/bin',
  '/usr/lib/wsl/lib',
];
const AMD_FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/rocm/bin', '/opt/rocm/core/bin'];

type Chosen = Pick<Configuration, 'accelerator' | 'service' | 'tools'>;

/**
 * The accelerator that the configuration names; `auto`: NVIDIA devices where their tool is installed, AMD devices where a
 * tool or the compute driver of theirs is, else the host's memory, unless a driver says that there are devices whose
 * memory would then not be watched. A tool that is there is chosen, whether it works or not. `environment`: that of
 * Holdpoint itself, which a service of kind `process` inherits; a unit tells its own. Fault: `configuration`.
 */
export async function chooseAccelerator(
  { accelerator, service, tools }: Chosen,
  host: Host,
  environment: Readonly<Record<string, string | undefined>>,
  supervisor: Pick<Supervisor, 'own'>,
): Promise<Accelerator> {
  const { kind, devices, floor } = accelerator;
  if (kind === 'host-memory') return new HostMemory(host);
  const started = service.kind === 'process' ? { ...environment, ...service.env } : null;
  const floored = Object.keys(floor);
  const common = { host, devices, floored, environment: started, own: ownEnvironment(supervisor) };
  if (kind !== 'amd') {
    const tool = tools['nvidia-smi'] ?? (await findTool(host, 'nvidia-smi', NVIDIA_FOLDERS));
    if (tool !== null) return new Nvidia({ ...common, tool });
    const driver = await oneOf(host, NVIDIA_DRIVERS);
    if (kind === 'nvidia' || driver !== null) throw noTool(driver);
  }
  const amd_smi = tools['amd-smi'] ?? (await findTool(host, 'amd-smi', AMD_FOLDERS));
  const rocm_smi = tools['rocm-smi'] ?? (await findTool(host, 'rocm-smi', AMD_FOLDERS));
  const tooled = amd_smi !== null || rocm_smi !== null;
  if (kind === 'amd' || tooled || (await oneOf(host, AMD_DRIVERS)) !== null)
    return new Amd({ ...common, tools: { amd_smi, rocm_smi } });
  return new HostMemory(host);
}

function noTool(driver: string | null): FaultError {
  const beside = driver === null ? '' : `, but ${driver} says that this host has devices`;
  return new FaultError(
    fault(
      'configuration',
      `accelerator: nvidia-smi is in none of the folders that only root can write${beside}`,
      {
        hint: 'name it: `tools: { nvidia-smi: /path/to/nvidia-smi }`, or write `accelerator: host-memory`',
      },
    ),
  );
}

async function oneOf(host: Host, paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if ((await host.file(path)) !== null) return path;
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
