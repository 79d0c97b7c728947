import type { Milliseconds } from '../../../core/units.ts';
import type { Signal } from '../../machine.ts';
import type { Command } from './command.ts';

export const RESTART_POLICIES = [
  'no',
  'always',
  'on-success',
  'on-failure',
  'on-abnormal',
  'on-watchdog',
  'on-abort',
] as const;

export type RestartPolicy = (typeof RESTART_POLICIES)[number];

export const KILL_MODES = ['control-group', 'mixed', 'process', 'none'] as const;

export type KillMode = (typeof KILL_MODES)[number];

/** What a unit file and its drop-ins say in the end. */
export interface ServiceDefinition {
  readonly description: string | null;
  /** `idle` counts as `simple`. */
  readonly type: 'simple' | 'exec';
  readonly commands: readonly Command[];
  readonly environment: readonly string[];
  readonly environment_files: readonly { readonly path: string; readonly optional: boolean }[];
  readonly user: string | null;
  readonly group: string | null;
  readonly working_directory: string | null;
  readonly syslog_identifier: string | null;
  readonly restart: RestartPolicy;
  readonly restart_ms: Milliseconds;
  readonly timeout_start_ms: Milliseconds;
  /** Infinity: no limit. */
  readonly timeout_stop_ms: Milliseconds;
  readonly kill_mode: KillMode;
  readonly kill_signal: Signal;
  readonly send_sigkill: boolean;
  /** Exit codes and signal names (without SIG) that count as success, beside 0, HUP, INT, TERM and PIPE. */
  readonly success_statuses: readonly string[];
  readonly start_limit_burst: number;
  readonly start_limit_interval_ms: Milliseconds;
  readonly wanted_by: readonly string[];
}

/** What systemd 252 takes where nothing is said. */
export const DEFAULT_DEFINITION: ServiceDefinition = {
  description: null,
  type: 'simple',
  commands: [],
  environment: [],
  environment_files: [],
  user: null,
  group: null,
  working_directory: null,
  syslog_identifier: null,
  restart: 'no',
  restart_ms: 100,
  timeout_start_ms: 90_000,
  timeout_stop_ms: 90_000,
  kill_mode: 'control-group',
  kill_signal: 'TERM',
  send_sigkill: true,
  success_statuses: [],
  start_limit_burst: 5,
  start_limit_interval_ms: 10_000,
  wanted_by: [],
};
