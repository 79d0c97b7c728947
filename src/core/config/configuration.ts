import type { Effort } from '../decide/effort.ts';
import type { GoodputLimits } from '../documents/measurement.ts';
import type { EngineName, ParameterValue } from '../engine/definition.ts';
import type { Bytes, Milliseconds } from '../units.ts';

/** `holdpoint.yaml` after parsing, checking and resolving: no default is left open, every unit is a number. */
export interface Configuration {
  readonly version: 1;
  readonly name: string;
  /** Absolute path of the file, and its folder: relative paths were resolved against it. */
  readonly file: string;
  readonly folder: string;
  readonly host: 'local';
  readonly service: ServiceConfiguration;
  readonly engine: EngineName;
  readonly endpoint: Endpoint;
  readonly auth: AuthConfiguration | null;
  /** null: asked from the server. */
  readonly model: string | null;
  readonly accelerator: AcceleratorConfiguration;
  readonly parameters: readonly ParameterConfiguration[];
  /** Source text of each constraint, with its place. */
  readonly constraints: readonly ConstraintConfiguration[];
  /** null: the grid over `parameters`. */
  readonly settings: readonly SettingConfiguration[] | null;
  /** `current`, `none`, or the name of a setting. */
  readonly baseline: string;
  readonly workloads: readonly WorkloadConfiguration[];
  /** Absent: no answers are judged. */
  readonly evaluation?: EvaluationConfiguration;
  readonly objective: ObjectiveConfiguration;
  /** Absent: each setting once, the baseline twice. */
  readonly effort?: Effort;
  readonly limits: Limits;
  readonly window: { readonly until: string } | null;
  readonly hooks: Hooks;
  readonly restore: 'original' | 'best' | 'leave';
  /** Tool paths by name. */
  readonly tools: Readonly<Record<string, string>>;
}

export type ServiceConfiguration =
  | {
      readonly kind: 'process';
      readonly command: readonly string[];
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'process-adopted';
      readonly adopt: { readonly port: number } | { readonly pid: number };
    }
  | {
      readonly kind: 'systemd';
      /** Whole name: `sglang.service`. */
      readonly unit: string;
      readonly scope: 'system' | 'user';
    };

export interface AcceleratorConfiguration {
  /** `auto`: what the machine has. */
  readonly kind: 'auto' | 'nvidia' | 'amd' | 'host-memory';
  /** Uuids, or PCI addresses of AMD devices; null: the devices that the service sees. */
  readonly devices: readonly string[] | null;
  /** Memory in use by device when nothing of the service lives, as the operator says. */
  readonly floor: Readonly<Record<string, Bytes>>;
}

export interface Endpoint {
  readonly url: string;
  readonly protocol: 'http:' | 'https:';
  readonly address: string;
  readonly port: number;
}

export interface AuthConfiguration {
  readonly env: string | null;
  readonly file: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly ca: string | null;
}

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `flag` of a dotted form `--json.key` sets one key of a JSON-valued flag. */
export type ParameterConfiguration =
  | {
      readonly name: string;
      readonly kind: 'flag';
      readonly flag: string;
      readonly json_key: string | null;
      /** Written where the value is false (`off: --no-x`); null: the flag is absent. */
      readonly off: string | null;
      readonly values: readonly ParameterValue[];
      readonly report: string | null;
      readonly place: Place;
    }
  | {
      readonly name: string;
      readonly kind: 'env';
      readonly env: string;
      readonly values: readonly ParameterValue[];
      readonly report: string | null;
      readonly place: Place;
    }
  | {
      readonly name: string;
      readonly kind: 'linked';
      /** Value name to the flags that it sets (`{n4: {--spec-type: draft-simple}}`); order is kept. */
      readonly options: Readonly<Record<string, Readonly<Record<string, ParameterValue>>>>;
      readonly values: readonly string[];
      readonly report: null;
      readonly place: Place;
    };

export interface ConstraintConfiguration {
  readonly text: string;
  readonly place: Place;
}

/** Parameters that a setting does not name keep the base command's value. */
export interface SettingConfiguration {
  readonly name: string;
  readonly values: Readonly<Record<string, ParameterValue>>;
  readonly place: Place;
}

export interface WorkloadConfiguration {
  readonly name: string;
  readonly prompts: string;
  readonly api: 'completions' | 'chat';
  /** Empty where `rate` or `replay` says when requests are sent. */
  readonly concurrency: readonly number[];
  /** Requests a second, one measurement for each. Absent: not at a rate. */
  readonly rate?: readonly number[] | undefined;
  /** Shape of the gaps of `rate`; `constant`: all alike. Absent: 1, which is Poisson. */
  readonly burstiness?: number | 'constant' | undefined;
  /** Requests a second at which a climb to `rate` begins. Absent: there is none. */
  readonly ramp_from?: number | undefined;
  /** Absolute path of a trace whose times are sent at. Absent: none. */
  readonly replay?: string | undefined;
  /** Of `rate` and `replay`: the most that are open. Absent: no limit. */
  readonly max_open?: number | undefined;
  /** The most of one measurement; null: as many as `duration` lets begin. */
  readonly requests: number | null;
  /** No request starts after this time. Absent: the number alone ends it. */
  readonly duration?: Milliseconds | undefined;
  /** How the slots send their first request. Absent: staggered. */
  readonly starts?: 'staggered' | 'burst' | undefined;
  /** Requests before the measured ones. Absent: 2. */
  readonly warmup?: number | undefined;
  readonly max_tokens: number;
  /** Of each prompt of `builtin:random`. */
  readonly input_tokens?: number | undefined;
  /** Absent: answers end where the model ends them. */
  readonly ignore_eos?: boolean | undefined;
  /** false: no text of its own at the head of each prompt. Absent: there is one. */
  readonly salt?: boolean | undefined;
  /** Share of each prompt that all have in common. Absent: none. */
  readonly prefix_hits?: number | undefined;
  readonly temperature: number;
  /** Merged into each request's JSON body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The longest times of a good request. Absent: goodput is not counted. */
  readonly goodput?: GoodputLimits | undefined;
  /** Exact text that every answer must have; null: not checked. */
  readonly expect: string | null;
}

export interface EvaluationConfiguration {
  /** `builtin:coding`, or the absolute path of a file. */
  readonly suite: string;
  readonly at_concurrency: number;
  readonly max_tokens: number;
  /** null: nothing is required. */
  readonly require: string | null;
  /** Of the suite's name. */
  readonly place: Place;
}

export interface ObjectiveConfiguration {
  readonly direction: 'maximize' | 'minimize';
  /** `output_tokens_per_s`, `ttft_p95`, ... */
  readonly metric: string;
  readonly workload: string;
  /** null: the workload is sent at a rate or by a trace. */
  readonly concurrency: number | null;
  /** Absent: not at a rate. */
  readonly rate?: number | undefined;
  readonly where: readonly ConstraintConfiguration[];
  /** What else should be small while `metric` decides. Absent: there is one objective. */
  readonly beside?: string;
}

export interface Limits {
  /** null = auto: max(60 min, 4 x the longest known load). */
  readonly load_ms: Milliseconds | null;
  readonly quiet_ms: Milliseconds;
  readonly stop_ms: Milliseconds;
  readonly release_ms: Milliseconds;
  readonly drain_ms: Milliseconds;
  readonly total_ms: Milliseconds;
}

export interface Hooks {
  readonly before_stop: readonly (readonly string[])[];
  readonly drain: readonly (readonly string[])[];
  readonly undrain: readonly (readonly string[])[];
  readonly after_ready: readonly (readonly string[])[];
  readonly fault: readonly (readonly string[])[];
  readonly restored: readonly (readonly string[])[];
  readonly restore_failed: readonly (readonly string[])[];
  readonly end: readonly (readonly string[])[];
}
