import { BENCH_OPTIONS } from './benchmark/options.ts';
import type { CommandFunction } from './command.ts';
import { EVALUATION_OPTIONS } from './evaluation/options.ts';
import type { OptionSpec } from './option-spec.ts';
import * as o from './options.ts';

/** A command as data: help, completion and parser are made from it, and its code is not loaded before it is called. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** In the parser's notation: `[run]`, `<condition>`. */
  readonly operands: readonly string[];
  readonly options: readonly OptionSpec[];
  /** Called by Holdpoint itself: in no help, no completion. */
  readonly hidden?: boolean;
  readonly load: () => Promise<CommandFunction>;
}

const CONTROL = [o.FILE, o.DIR, o.JSON_OUT, o.TOOLS_FROM_PATH];
const FACE = [o.EVENTS, o.ON_HANGUP];
const SAFETY = [o.DEAD_MAN, o.NO_DEAD_MAN];
const CHANGING = [...CONTROL, ...FACE, ...SAFETY, o.YES, o.FRESH, o.UNDER_TRAFFIC, o.DETACH, o.DRY_RUN];
const OF_A_RUN = [o.DIR, o.JSON_OUT];
const TARGET = [o.UNIT, o.USER, o.PID, o.PORT, o.ENDPOINT, o.ENGINE, o.DEVICES];

export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'init',
    summary: 'write a first holdpoint.yaml from a unit or a running server',
    operands: [],
    options: [o.FROM_UNIT, o.USER, o.FROM_PID, o.FROM_PORT, o.FILE, o.JSON_OUT, o.TOOLS_FROM_PATH],
    load: async () => (await import('./commands/init.ts')).init,
  },
  {
    name: 'doctor',
    summary: 'check whatever could fail late; touches nothing',
    operands: [],
    options: [...CONTROL, o.PROBE],
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'plan',
    summary: 'show what a sweep would do; runs nothing',
    operands: [],
    options: [...CONTROL, o.EFFORT, o.MAX_TRIALS, o.LIMIT, o.DRY_RUN],
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  {
    name: 'sweep',
    summary: 'try every setting, measure it, put the original back',
    operands: [],
    options: [...CHANGING, o.EFFORT, o.MAX_TRIALS, o.LIMIT],
    load: async () => (await import('./commands/sweep.ts')).sweep,
  },
  {
    name: 'apply',
    summary: 'make one change with proof: kept on success, undone on failure',
    operands: [],
    options: [...CHANGING, o.SET],
    load: async () => (await import('./commands/apply.ts')).apply,
  },
  {
    name: 'resume',
    summary: 'go on with a run that was interrupted',
    operands: ['[run]'],
    options: [...OF_A_RUN, ...FACE, ...SAFETY, o.TOOLS_FROM_PATH],
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  {
    name: 'restore',
    summary: 'bring the original of a run back',
    operands: ['[run]'],
    options: [...OF_A_RUN, ...FACE, ...SAFETY, o.TOOLS_FROM_PATH],
    load: async () => (await import('./commands/resume.ts')).restore,
  },
  {
    name: 'promote',
    summary: 'make the winner of a sweep the own command of its unit, with proof',
    operands: ['[run]'],
    options: [
      ...OF_A_RUN,
      ...FACE,
      ...SAFETY,
      o.TOOLS_FROM_PATH,
      o.PERSIST,
      o.TRIAL,
      o.UNDO,
      o.YES_TO_ALL,
      o.UNDER_TRAFFIC,
      o.DRY_RUN,
    ],
    load: async () => (await import('./commands/promote.ts')).promote,
  },
  {
    name: 'status',
    summary: 'what runs now, and whether it is what was asked for',
    operands: [],
    options: [...CONTROL, ...TARGET, o.FOLLOW],
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'mark',
    summary: 'witness the present and print a token for `wait`',
    operands: [],
    options: [...CONTROL, ...TARGET, o.FLOOR],
    load: async () => (await import('./commands/mark.ts')).mark,
  },
  {
    name: 'wait',
    summary: 'wait until the service is stopped, released, ready or generating',
    operands: ['<condition>'],
    options: [...CONTROL, ...TARGET, o.FLOOR, o.SINCE, o.TIMEOUT, o.ANY_GENERATION],
    load: async () => (await import('./commands/wait.ts')).wait,
  },
  {
    name: 'attach',
    summary: 'watch a run; Ctrl-C leaves it as it is',
    operands: ['[run]'],
    options: OF_A_RUN,
    load: async () => (await import('./commands/attach.ts')).attach,
  },
  {
    name: 'stop',
    summary: 'end a run: nothing new, and the original comes back',
    operands: ['[run]'],
    options: OF_A_RUN,
    load: async () => (await import('./commands/stop.ts')).stop,
  },
  {
    name: 'log',
    summary: "print a server's log that a run has kept",
    operands: ['[run]', '[trial]'],
    options: [...OF_A_RUN, o.START, o.FOLLOW],
    load: async () => (await import('./commands/log.ts')).log,
  },
  {
    name: 'report',
    summary: 'write the reports of a run anew, also of one that has not ended',
    operands: ['[run]'],
    options: [...OF_A_RUN, o.SHARE],
    load: async () => (await import('./commands/report.ts')).report,
  },
  {
    name: 'bench',
    summary: 'measure a server as it runs: speed, times and failures; starts and stops nothing',
    operands: [],
    options: [...BENCH_OPTIONS, o.UNDER_TRAFFIC, o.DIR, o.JSON_OUT],
    load: async () => (await import('./commands/bench.ts')).bench,
  },
  {
    name: 'eval',
    summary: 'ask a running server a suite of problems and judge its answers, code in a sandbox alone',
    operands: [],
    options: [...EVALUATION_OPTIONS, o.DIR, o.JSON_OUT],
    load: async () => (await import('./commands/eval.ts')).evaluation,
  },
  {
    name: 'compare',
    summary: 'set two sweeps side by side, or two benches or result files of other clients',
    operands: ['<first>', '<second>'],
    options: OF_A_RUN,
    load: async () => (await import('./commands/compare.ts')).compare,
  },
  {
    name: 'diagnose',
    summary: 'name the fault in a server log, or say that there is none; `-` reads what is piped in',
    operands: ['<file...>'],
    options: [o.LOG_ENGINE, o.FOLLOW, o.JSON_OUT],
    load: async () => (await import('./commands/diagnose.ts')).diagnose,
  },
  {
    name: 'selftest',
    summary: 'how many streams and events per second this machine can time truly; takes under 20 s',
    operands: [],
    options: [o.JSON_OUT],
    load: async () => (await import('./commands/selftest.ts')).selftest,
  },
  {
    name: 'demo',
    summary: 'the story on a simulated host: two scripts fail, then Holdpoint; no GPU needed',
    operands: [],
    options: [o.NAIVE, o.SPEED, o.SEED, o.FAULT, o.DIR, o.JSON_OUT, o.EVENTS],
    load: async () => (await import('./commands/demo.ts')).demo,
  },
  {
    name: 'sim',
    summary: 'a simulated host for your own scripts, until Ctrl-C or for one command; no GPU needed',
    operands: ['[command...]'],
    options: [o.SIM_DIR, o.SPEED, o.SEED, o.FAULT, o.SIM_DEVICES, o.SIM_PORT, o.JSON_OUT],
    load: async () => (await import('./commands/sim.ts')).sim,
  },
  {
    name: 'schema',
    summary: 'print the JSON Schema of a document, or list them',
    operands: ['[name]'],
    options: [o.JSON_OUT],
    load: async () => (await import('./commands/schema.ts')).schema,
  },
  {
    name: 'completion',
    summary: 'print a completion script: bash, zsh, fish or powershell',
    operands: ['<shell>'],
    options: [o.JSON_OUT],
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  {
    name: 'begin',
    summary: 'begin a run that --detach has made',
    operands: ['<run>'],
    options: [...OF_A_RUN, ...FACE, ...SAFETY, o.TOOLS_FROM_PATH],
    hidden: true,
    load: async () => (await import('./commands/begin.ts')).begin,
  },
  {
    name: 'dead-man',
    summary: 'restore a run whose process gives no sign of life: what its timer runs',
    operands: ['<run>'],
    options: [...OF_A_RUN, o.EVENTS, o.FENCE, o.TOOLS_FROM_PATH],
    hidden: true,
    load: async () => (await import('./commands/dead-man.ts')).deadMan,
  },
  {
    name: 'mock',
    summary: 'serve answers and faults by a script in JSON: what `selftest` measures',
    operands: ['[file]'],
    options: [o.SIM_PORT],
    hidden: true,
    load: async () => (await import('./commands/mock.ts')).mock,
  },
  {
    name: 'sim-tool',
    summary: 'one of the programs that `holdpoint sim` puts on PATH',
    operands: ['[words...]'],
    options: [o.TOOL],
    hidden: true,
    load: async () => (await import('./commands/sim-tool.ts')).simTool,
  },
];
