import { list, number, type OptionSpec, on, text } from './option-spec.ts';

export const FILE = text('-f, --file <path>', 'the configuration (default: ./holdpoint.yaml)');
export const DIR = text('--dir <path>', 'the folder that holds runs/ (default: $XDG_DATA_HOME/holdpoint)');
export const JSON_OUT = on('--json', 'print one JSON document, also for an error');
export const EVENTS = on('--events', 'print the events of the journal as JSON lines');
export const YES = on('--yes', 'do not ask before a server is stopped that Holdpoint did not start');
export const YES_TO_ALL = on('--yes', 'do not ask before anything is changed');
export const FRESH = on('--fresh', 'measure again what an earlier run has measured');
export const UNDER_TRAFFIC = on('--under-traffic', 'go on although others use the server; marks the numbers');
export const DETACH = on('--detach', 'run apart from this terminal');
export const DEAD_MAN = text(
  '--dead-man <duration>',
  'the host restores a unit this long after the last sign of life of Holdpoint (default: 3m)',
);
export const NO_DEAD_MAN = on('--no-dead-man', 'should Holdpoint die, nothing is restored by itself');
export const FENCE = number('--fence <n>', 'the turn of the run that the timer was armed for');
export const ON_HANGUP: OptionSpec = {
  flags: '--on-hangup <what>',
  text: 'when the terminal is lost: continue (default) or restore',
  kind: 'text',
  choices: ['continue', 'restore'],
};
export const EFFORT = text(
  '--effort <what>',
  'starts spent on being sure: quick, default, long, or how many in all (default: that of the file)',
);
export const MAX_TRIALS = number('--max-trials <n>', 'allow a plan of more than 500 trials');
export const LIMIT = number('--limit <n>', 'show at most this many trials (default: 100)');
export const SET = list('--set <name=value>', 'a parameter of the setting; may be given again');
export const TOOLS_FROM_PATH = on('--tools-from-path', 'take tools from PATH (for tests)');
export const PROBE = on(
  '--probe',
  'also run the engine with --help, to see whether it knows the swept flags',
);
export const DRY_RUN = on('--dry-run', 'print the plan and do nothing');
export const PERSIST = on(
  '--persist',
  'also after a reboot: the file lies below /etc, or ~/.config of a user',
);
export const UNDO = on('--undo', 'take away again what this run has installed');
export const TRIAL = text('--trial <name>', 'a measured setting that is not the winner');
export const FOLLOW = on('--follow', 'go on as it grows or changes');
export const SHARE = on('--share', 'hide hosts, users, paths and prompts, for a report to give away');
export const START = number('--start <k>', 'which start of the trial (default: the last)');
export const PORT = number('--port <n>', 'the server that listens there');
export const PID = number('--pid <n>', 'the server with this process id');
export const UNIT = text('--unit <name>', 'the server that this systemd unit runs');
export const USER = on('--user', 'the unit belongs to your own manager, not to that of the system');
export const ENDPOINT = text('--endpoint <url>', 'where the server answers');
export const ENGINE = text('--engine <name>', 'sglang, vllm, llamacpp or openai (default: guessed)');
export const DEVICES = text(
  '--devices <ids>',
  'uuids of its devices, separated by commas (default: those it sees)',
);
export const FLOOR = text('--floor <size>', 'memory in use when no process of the service lives');
export const LOG_ENGINE = text(
  '--engine <name>',
  'whose log it is: sglang, vllm, llamacpp, tensorrt-llm or openai (default: recognised)',
);
export const SINCE = text('--since <token>', 'what `holdpoint mark` printed');
export const TIMEOUT = text('--timeout <duration>', 'give up after this time (default: 45m)');
export const ANY_GENERATION = on('--any-generation', 'accept whichever server answers, without a token');
export const NAIVE = on('--naive', 'only the two scripts, without Holdpoint');
export const SPEED = number('--speed <n>', 'how many times faster than life (default: 150)');
export const SEED = number('--seed <n>', 'of everything random (default: 1)');
export const FAULT = list(
  '--fault <name>',
  'something that goes wrong, NAME[:PHASE][@START]; may be given again',
);
export const SIM_DIR = text(
  '--dir <path>',
  'the folder of the simulation: new, empty or of an earlier one (default: a temporary one)',
);
export const SIM_DEVICES = text('--devices <n>', 'devices of the host, 8 to 64 (default: 8)');
export const SIM_PORT = number('--port <n>', 'port of the service, there and here (default: 30000)');
export const TOOL = text('--tool <name>', 'which program to be');
export const FROM_PID = number('--from-pid <n>', 'the process to take over');
export const FROM_PORT = number('--from-port <n>', 'the port on which it listens');
export const FROM_UNIT = text('--from-unit <name>', 'the systemd unit that runs it, or would run it');

/** Option names as the parser gives them: `--under-traffic` is `underTraffic`. Absent means not given. */
export interface Options {
  readonly file?: string;
  readonly dir?: string;
  readonly json?: boolean;
  readonly events?: boolean;
  readonly yes?: boolean;
  readonly fresh?: boolean;
  readonly underTraffic?: boolean;
  readonly detach?: boolean;
  readonly onHangup?: string;
  /** false: `--no-dead-man`. */
  readonly deadMan?: string | false;
  readonly fence?: number;
  readonly effort?: string;
  readonly maxTrials?: number;
  readonly limit?: number;
  readonly set?: readonly string[];
  readonly toolsFromPath?: boolean;
  readonly dryRun?: boolean;
  readonly probe?: boolean;
  readonly persist?: boolean;
  readonly undo?: boolean;
  readonly trial?: string;
  readonly follow?: boolean;
  readonly share?: boolean;
  readonly start?: number;
  readonly naive?: boolean;
  readonly speed?: number;
  readonly seed?: number;
  readonly fault?: readonly string[];
  readonly tool?: string;
  readonly port?: number;
  readonly pid?: number;
  readonly unit?: string;
  readonly user?: boolean;
  readonly endpoint?: string;
  readonly engine?: string;
  readonly devices?: string;
  readonly floor?: string;
  readonly since?: string;
  readonly timeout?: string;
  readonly anyGeneration?: boolean;
  readonly fromPid?: number;
  readonly fromPort?: number;
  readonly fromUnit?: string;
}
