import { MiB } from '../../core/units.ts';
import type { SandboxLimits } from '../../ports/sandbox.ts';

/** Enough for small problems. All processes together stay below 4.1 GiB, whatever the program does. */
export const DEFAULT_LIMITS: SandboxLimits = {
  wall_ms: 10_000,
  cpu_s: 5,
  memory_bytes: 512 * MiB,
  processes: 8,
  output_bytes: MiB / 4,
  files_bytes: 32 * MiB,
};
