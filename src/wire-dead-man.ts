import { noDeadMan } from './adapters/dead-man/none.ts';
import { SystemdDeadMan } from './adapters/dead-man/systemd.ts';
import type { Configuration } from './core/config/configuration.ts';
import type { Milliseconds } from './core/units.ts';
import type { DeadMan } from './ports/dead-man.ts';
import type { Host } from './ports/host.ts';

export interface DeadManWish {
  /** null: none is wanted. */
  readonly after_ms: Milliseconds | null;
  /** The words that run this version of Holdpoint, by absolute paths. */
  readonly program: readonly string[];
  /** Options of this call that the restore needs too. */
  readonly options: readonly string[];
}

/** The host's own restore of a unit. A process that Holdpoint has started has no manager that could run one. */
export function deadManFor(
  { service, tools }: Configuration,
  host: Host,
  runtimeFolder: string,
  { after_ms, program, options }: DeadManWish,
): DeadMan | undefined {
  if (service.kind !== 'systemd' || host.simulated) return undefined;
  if (after_ms === null) return noDeadMan('it was switched off (--no-dead-man)');
  return new SystemdDeadMan({
    host,
    scope: service.scope,
    tools: {
      systemctl: tools['systemctl'] ?? '/usr/bin/systemctl',
      systemd_run: tools['systemd-run'] ?? '/usr/bin/systemd-run',
    },
    runtime_folder: runtimeFolder,
    after_ms,
    program,
    options,
    path: process.env['PATH'] ?? '/usr/bin:/bin',
  });
}
