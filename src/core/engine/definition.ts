import type { Definition } from '../generation.ts';
import type { LogLine } from '../log-line.ts';
import type { Bytes } from '../units.ts';
import type { EngineReference } from './reference.ts';

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

/** What a plan asks of all its settings. */
export interface PlanContext {
  /** Requests at once at which they are measured. */
  readonly concurrency: readonly number[];
  /** Common names of the flags in which they differ. */
  readonly varied: ReadonlySet<string>;
  /** Environment of the command that is judged; absent: of none. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What an engine makes of a command that it does not refuse, as far as the command line alone decides it. */
export interface AsTaken {
  /** Equal for two commands over one base where the engine makes the same of them. */
  readonly same: string;
  /** Rules of the engine that changed something in this command, each with its source. */
  readonly rewrites: readonly string[];
  /** What the command will do other than it reads, each with its source. */
  readonly warnings: readonly string[];
}

/** Data and pure functions of one engine. All IO about it is in `adapters/engine-http`. */
export interface EngineDefinition {
  readonly name: EngineName;
  readonly default_port: number;
  readonly port_flags: readonly string[];
  readonly host_flags: readonly string[];
  /** Flags that name files whose content decides the result (models, drafts). */
  readonly model_flags: readonly string[];
  /** Models that the command names other than by one of these flags. Absent: none. */
  modelsIn?(argv: readonly string[]): readonly string[];
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
  /** The variable by which the engine takes the same as by this flag (its common name). null, absent: there is none. */
  variableOf?(flag: string): string | null;
  phase(line: LogLine): string | null;
  /** How long each phase usually takes of a load, as shares of 1 by the names that `phase` gives. Absent: not known. */
  readonly phase_shares?: Readonly<Record<string, number>>;
  effective(wanted: readonly WantedFlag[], sources: ReadBackSources): Readonly<Record<string, Effective>>;
  capacity(sources: ReadBackSources): readonly Capacity[];
  version(documents: Readonly<Record<string, unknown>>, log: readonly LogLine[]): string | null;
  model(documents: Readonly<Record<string, unknown>>): string | null;
  /** What the engine itself gives to tell one of its starts from another. null, absent: nothing. */
  instance?(documents: Readonly<Record<string, unknown>>): string | null;
  /** Speculation that the setting asks for, by its flags: then it must be seen to happen. */
  speculates(argv: readonly string[]): boolean;
  /** Does it happen? By the strongest of behaviour, report and log that this engine has. */
  drafting(sources: ReadBackSources): Drafting;
  /** Memory that was free on the device with the least before the load took any. null: this engine does not log it. */
  freeAtLoad(log: readonly LogLine[]): Bytes | null;
  /** Why this command cannot start, as far as the engine's own checks are known; null: nothing is known against it. */
  refusal(argv: readonly string[]): string | null;
  /** What the engine would make of a command that it takes. Absent: nothing is known of that. */
  asTaken?(argv: readonly string[], context?: PlanContext): AsTaken;
  /** What the page of this engine in the reference is made of. Absent: nothing is known of its flags. */
  readonly reference?: EngineReference;
}
