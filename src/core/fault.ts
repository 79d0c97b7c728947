/**
 * The one table of faults: what the code throws, the schema allows and the documentation lists.
 *
 * `retry.after_s[i]` is the wait before retry i+1; for the class `leftover` the wait counts from the moment at which
 * `released` has held again. Scope says how far the damage goes: `measurement` voids one number, `setting` fails one
 * trial, `run` stops the sweep. `exit` is the exit code when the fault ends a command before anything was stopped.
 */
export type FaultClass =
  | 'usage'
  | 'invalid-setting'
  | 'infeasible'
  | 'leftover'
  | 'environment'
  | 'hardware'
  | 'crashed'
  | 'hung'
  | 'identity'
  | 'control'
  | 'measurement';

export type FaultScope = 'measurement' | 'setting' | 'run';

export interface RetryRule {
  readonly max: number;
  readonly after_s: readonly number[];
}

export interface FaultRule {
  readonly class: FaultClass;
  readonly scope: FaultScope;
  readonly retry: RetryRule;
  readonly exit: number;
  /** What to do about it, for a reader who sees only this line. */
  readonly hint: string;
}

const NEVER: RetryRule = { max: 0, after_s: [] };
const ONCE: RetryRule = { max: 1, after_s: [0] };
const TWICE: RetryRule = { max: 2, after_s: [0, 0] };
const LEFTOVER: RetryRule = { max: 3, after_s: [10, 30, 90] };
const CONTROL: RetryRule = { max: 3, after_s: [1, 3, 10] };

function rule(cls: FaultClass, scope: FaultScope, retry: RetryRule, exit: number, hint: string): FaultRule {
  return { class: cls, scope, retry, exit, hint };
}

export const FAULTS = {
  usage: rule('usage', 'run', NEVER, 2, 'see `holdpoint COMMAND --help`'),
  interrupted: rule('usage', 'run', NEVER, 130, 'ended on request; `holdpoint resume RUN` goes on'),
  configuration: rule(
    'usage',
    'run',
    NEVER,
    3,
    'every problem is listed with its place and what would be right',
  ),

  'invalid-setting': rule(
    'invalid-setting',
    'setting',
    NEVER,
    20,
    'the engine does not accept this combination: change or remove the setting',
  ),
  'definition-rejected': rule(
    'invalid-setting',
    'setting',
    NEVER,
    20,
    'the service could not be defined this way; nothing was stopped for it',
  ),
  'config-mismatch': rule(
    'invalid-setting',
    'setting',
    NEVER,
    20,
    'the server runs, but not with what was asked: see wanted and got',
  ),

  'memory-not-released': rule(
    'leftover',
    'run',
    NEVER,
    21,
    'look at the named holders; `holdpoint restore RUN` tries again once the memory is back',
  ),
  'memory-held-by-foreign': rule(
    'leftover',
    'run',
    NEVER,
    21,
    'the named process is not ours and is left alone: ask its owner',
  ),
  degraded: rule(
    'leftover',
    'setting',
    LEFTOVER,
    20,
    'the server came up smaller than before: something else held memory at its start',
  ),

  'memory-unknown': rule(
    'environment',
    'run',
    NEVER,
    21,
    'memory could not be read; what cannot be read is not taken as free',
  ),
  'probe-failed': rule(
    'environment',
    'run',
    NEVER,
    20,
    'the tool named in the evidence failed: run it by hand',
  ),
  'probe-hung': rule(
    'environment',
    'run',
    NEVER,
    20,
    'the tool named in the evidence does not return; it was left behind',
  ),
  permission: rule(
    'environment',
    'run',
    NEVER,
    20,
    '`holdpoint doctor` names the smallest right that is missing',
  ),
  'journal-failed': rule(
    'environment',
    'run',
    NEVER,
    31,
    'free space or repair the run folder, then `holdpoint resume RUN` or `holdpoint restore RUN`',
  ),
  'definition-differs': rule(
    'environment',
    'run',
    NEVER,
    20,
    'the running server and its definition differ: say which is the original',
  ),

  'device-missing': rule(
    'hardware',
    'run',
    NEVER,
    21,
    'a device that was there is gone: look at the kernel log before anything else',
  ),

  exited: rule(
    'crashed',
    'setting',
    ONCE,
    20,
    'the log line named in the evidence is the earliest that explains it',
  ),
  'died-under-load': rule(
    'crashed',
    'setting',
    ONCE,
    20,
    'the server ended while it was measured; the number is void',
  ),
  'restart-loop': rule(
    'crashed',
    'setting',
    ONCE,
    20,
    'something restarts the server while it loads: switch that off for trials',
  ),
  garbage: rule('crashed', 'setting', ONCE, 20, 'the answers are not text that the original would give'),

  'load-stalled': rule(
    'hung',
    'setting',
    NEVER,
    20,
    'log, memory, I/O and CPU time were all flat for the time named; raise limits.quiet if that is normal',
  ),
  'load-timeout': rule('hung', 'setting', NEVER, 20, 'the load was still moving at limits.load: raise it'),
  'not-generating': rule(
    'hung',
    'setting',
    NEVER,
    20,
    'the server answers but does not complete a request: see the answer in the evidence',
  ),
  hung: rule('hung', 'setting', NEVER, 20, 'the server took a request and never answered it'),
  'stop-timeout': rule(
    'hung',
    'run',
    NEVER,
    20,
    'the named processes are still there; nothing is started over them',
  ),
  unkillable: rule(
    'hung',
    'run',
    NEVER,
    20,
    'the process sits in the kernel (state D): look at the driver; only a reboot may help',
  ),
  'drain-timeout': rule(
    'hung',
    'run',
    NEVER,
    20,
    'requests were still in flight at limits.drain: wait, or say --under-traffic',
  ),

  'foreign-holder': rule(
    'identity',
    'run',
    NEVER,
    22,
    'the named process is not part of the service and is left alone',
  ),
  busy: rule(
    'identity',
    'run',
    NEVER,
    22,
    'others are using this server: wait, give a drain hook, or say --under-traffic',
  ),
  'wrong-listener': rule(
    'identity',
    'run',
    NEVER,
    22,
    'another process answers on the port: see its pid and command',
  ),
  'ambiguous-listener': rule(
    'identity',
    'run',
    NEVER,
    22,
    'several servers share the port, answers come from either: stop the one that is not wanted',
  ),
  'identity-unknown': rule(
    'identity',
    'run',
    NEVER,
    22,
    'it could not be shown who answers: run with the rights that `holdpoint doctor` names',
  ),
  respawned: rule(
    'identity',
    'run',
    NEVER,
    22,
    'the named parent starts the server again: stop it through that parent',
  ),

  'start-refused': rule('control', 'run', CONTROL, 20, 'the service could not be started: see the evidence'),
  'same-generation': rule(
    'control',
    'run',
    CONTROL,
    20,
    'the start did nothing, the old server is still the one that runs',
  ),
  'lock-held': rule(
    'control',
    'run',
    CONTROL,
    30,
    'another run holds this service: see its pid; or an unrestored run: `holdpoint resume` or `holdpoint restore`',
  ),
  'port-held': rule('control', 'run', CONTROL, 20, 'the port of the service is taken by the named process'),

  'generation-changed': rule(
    'measurement',
    'measurement',
    TWICE,
    20,
    'the server that was measured is not the one that runs now; the number is void',
  ),
  'foreign-load': rule(
    'measurement',
    'measurement',
    TWICE,
    20,
    'requests of others ran during the measurement; the number is void',
  ),
  miscounted: rule(
    'measurement',
    'measurement',
    TWICE,
    20,
    'the URL may lead to several servers: measure each by itself; the number is void',
  ),
  'client-late': rule(
    'measurement',
    'measurement',
    TWICE,
    20,
    'this machine could not send on time; the number is void',
  ),
  'few-samples': rule(
    'measurement',
    'measurement',
    TWICE,
    20,
    'too few requests for the number that was asked',
  ),

  bug: rule(
    'environment',
    'run',
    NEVER,
    1,
    'this is a defect of Holdpoint: please report it with these lines',
  ),

  'sandbox-unavailable': rule(
    'environment',
    'run',
    NEVER,
    40,
    'model-written code only runs in a sandbox: `holdpoint doctor` says what is missing',
  ),
} as const satisfies Record<string, FaultRule>;

export type FaultName = keyof typeof FAULTS;

/**
 * Causes that the diagnosis of a dead server can name (`exited.data.cause`). They change class, scope and retry of the
 * fault that carries them.
 */
export const CAUSES = {
  'bad-flag': rule(
    'invalid-setting',
    'setting',
    NEVER,
    20,
    'this build of the engine does not know the flag',
  ),
  'bad-value': rule('invalid-setting', 'setting', NEVER, 20, 'the engine refuses this value'),
  'out-of-memory': rule(
    'infeasible',
    'setting',
    NEVER,
    20,
    'this setting does not fit into the memory that is there',
  ),
  'out-of-memory-leftover': rule(
    'leftover',
    'setting',
    LEFTOVER,
    20,
    'memory of an earlier process was still held at the start',
  ),
  'context-too-long': rule(
    'infeasible',
    'setting',
    NEVER,
    20,
    'the context does not fit this model or this memory',
  ),
  'weights-missing': rule(
    'environment',
    'run',
    NEVER,
    20,
    'the model file is missing or damaged: check the path and the download',
  ),
  'disk-full': rule('environment', 'run', NEVER, 20, 'free disk space on the host of the server'),
  'executable-missing': rule(
    'environment',
    'run',
    NEVER,
    20,
    'the program of the service is missing or cannot be executed',
  ),
  'host-unfit': rule(
    'environment',
    'run',
    NEVER,
    20,
    'the host lacks something that the server needs: the line in the evidence names it',
  ),
  configuration: rule(
    'environment',
    'run',
    NEVER,
    20,
    'systemd could not give the process what its unit asks for: the evidence names the step',
  ),
  'cpu-unsupported': rule(
    'environment',
    'run',
    NEVER,
    20,
    'this build of the engine needs a newer processor: take a portable build',
  ),
  driver: rule('environment', 'run', NEVER, 20, 'the accelerator driver does not work: look at it first'),
  'device-lost': rule(
    'hardware',
    'run',
    NEVER,
    21,
    'a device fell off during the run: look at the kernel log',
  ),
  'port-held': rule(
    'control',
    'run',
    CONTROL,
    20,
    'the port was taken by another process before the server could bind it',
  ),
  unknown: rule(
    'crashed',
    'setting',
    ONCE,
    20,
    'no known pattern: the earliest error line is in the evidence',
  ),
} as const satisfies Record<string, FaultRule>;

export type FaultCause = keyof typeof CAUSES;

export interface Evidence {
  readonly kind: string;
  readonly text: string;
  readonly file?: string;
  readonly line?: number;
  readonly offset?: number;
  readonly at?: string;
}

/** A located problem of a file or command line. Lines and columns count from 1; null where there is no place. */
export interface Problem {
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly remedy: string;
}

export interface Fault {
  readonly name: FaultName;
  readonly class: FaultClass;
  readonly scope: FaultScope;
  readonly retry: RetryRule;
  /** A lower-case fragment that reads well after "failed to start: ". */
  readonly message: string;
  readonly hint: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
  readonly evidence: readonly Evidence[];
}

export interface FaultDetails {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly evidence?: readonly Evidence[];
  readonly problems?: readonly Problem[];
  readonly cause?: FaultCause;
  /** What the cause names is a value of the setting: then the setting is invalid, whatever class the cause has. */
  readonly names_swept?: boolean;
  /** Replaces the table's hint where the case allows a better one. */
  readonly hint?: string;
}

/** A fault by its name; class, scope, retry and hint come from the table, or from the cause where one is known. */
export function fault(name: FaultName, message: string, details: FaultDetails = {}): Fault {
  const { data = {}, evidence = [], problems = [], cause, names_swept = false } = details;
  const base: FaultRule = names_swept
    ? FAULTS['invalid-setting']
    : cause === undefined
      ? FAULTS[name]
      : CAUSES[cause];
  return {
    name,
    class: base.class,
    scope: base.scope,
    retry: base.retry,
    message,
    hint: details.hint ?? base.hint,
    data: cause === undefined ? data : { ...data, cause },
    problems,
    evidence,
  };
}

/** Thrown by adapters and commands; whatever else is thrown is a bug (exit 1). */
export class FaultError extends Error {
  readonly fault: Fault;

  constructor(f: Fault) {
    super(`${f.name}: ${f.message}`);
    this.name = 'FaultError';
    this.fault = f;
  }
}

/** The exit code of a command that a fault ended before anything was stopped. */
export function exitCodeOf(f: Fault): number {
  return FAULTS[f.name].exit;
}
