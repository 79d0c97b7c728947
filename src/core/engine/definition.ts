import type { Definition } from '../generation.ts';
import type { LogLine } from '../log-line.ts';
import type { Bytes } from '../units.ts';

export type EngineName = 'sglang' | 'vllm' | 'llamacpp' | 'openai';

/** A value of a parameter in a setting; null: the flag is absent. */
export type ParameterValue = string | number | boolean | null;

/** How the engine's own report is compared with what was asked. */
export type AgreementRule = 'equal' | 'at-least' | 'rounded-up' | 'forced' | 'present' | 'argv';

export type ReadBackSource = 'server-info' | 'log' | 'behaviour' | 'argv';

/** The engine's word on one parameter, and whether it agrees. */
export interface Effective {
  readonly wanted: ParameterValue;
  readonly got: ParameterValue;
  readonly rule: AgreementRule;
  readonly source: ReadBackSource | null;
  readonly agrees: boolean;
  /** Where it was read: an endpoint's key, or the log line. */
  readonly evidence: string;
}

/** Everything that read-back rules may look at; all of it belongs to the generation that is judged. */
export interface ReadBackSources {
  /** Parsed answers by path (`/props`, `/slots`, `/v1/models`). */
  readonly documents: Readonly<Record<string, unknown>>;
  readonly log: readonly LogLine[];
  /** From the probe generations of hold point 8. */
  readonly behaviour: { readonly draft_tokens: number | null; readonly accepted_tokens: number | null };
  /** argv as the kernel shows it for the listener. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cores: number;
}

/** A claim of a flag or variable that is part of the setting. `wanted` null: must be absent. */
export interface WantedFlag {
  /** Name of the parameter in holdpoint.yaml. */
  readonly parameter: string;
  readonly flag: string | null;
  readonly env: string | null;
  readonly wanted: ParameterValue;
  /** `report:` of holdpoint.yaml: a key of the server's own report. */
  readonly report: string | null;
}

export interface Capacity {
  /** For example `context_tokens_per_slot`, `slots`, `offloaded_layers`, `kv_tokens`. */
  readonly name: string;
  readonly value: number;
}

/** Whether a server drafts tokens, and how that is known. */
export interface Drafting {
  /** null: nothing says. */
  readonly on: boolean | null;
  readonly evidence: string;
}

/** Data and pure functions of one engine. All IO about it is in `adapters/engine-http`. */
export interface EngineDefinition {
  readonly name: EngineName;
  readonly default_port: number;
  readonly port_flags: readonly string[];
  readonly host_flags: readonly string[];
  /** Flags that name files whose content decides the result (models, drafts). */
  readonly model_flags: readonly string[];
  /** Its code is its program and the libraries beside it: their files tell whether it is still the same engine. */
  readonly self_contained: boolean;
  /** Paths whose JSON is read for `effective`, capacity and version; missing ones are no error. */
  readonly report_paths: readonly string[];
  readonly health_path: string;
  /** A connection refused for more than 2 s while alive means that it never bound; for others it is normal. */
  readonly binds_before_load: boolean;
  /** argv and environment that Holdpoint adds to see more; outside the setting's identity. */
  instrumentation(definition: Definition): {
    readonly argv: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  /** Splits an argv into flags and values with this engine's aliases resolved (`-np` = `--parallel`). */
  canonicalFlag(flag: string): string;
  /** Does the flag take a value? null: unknown to us. */
  takesValue(flag: string): boolean | null;
  phase(line: LogLine): string | null;
  effective(wanted: readonly WantedFlag[], sources: ReadBackSources): Readonly<Record<string, Effective>>;
  capacity(sources: ReadBackSources): readonly Capacity[];
  version(documents: Readonly<Record<string, unknown>>, log: readonly LogLine[]): string | null;
  model(documents: Readonly<Record<string, unknown>>): string | null;
  /** Speculation that the setting asks for, by its flags: then it must be seen to happen. */
  speculates(argv: readonly string[]): boolean;
  /** Does it happen? By the strongest of behaviour, report and log that this engine has. */
  drafting(sources: ReadBackSources): Drafting;
  /** Memory that was free on the device with the least before the load took any. null: this engine does not log it. */
  freeAtLoad(log: readonly LogLine[]): Bytes | null;
  /** Why this command cannot start, as far as the engine's own checks are known; null: nothing is known against it. */
  refusal(argv: readonly string[]): string | null;
}
