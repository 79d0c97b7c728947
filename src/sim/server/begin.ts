import { type Milliseconds, SECOND } from '../../core/units.ts';
import type { FaultBook } from '../faults/book.ts';
import type { Machine, Random, Self } from '../machine.ts';
import { type Given, parseArguments } from './arguments/parse.ts';
import { resolveArguments } from './arguments/resolve.ts';
import { brokenRule } from './arguments/rules.ts';
import { usageError } from './arguments/usage.ts';
import { Launch } from './launch.ts';
import { traceback } from './log/python.ts';
import { greet } from './phases/args.ts';

/** Python imports for so long before it looks at an argument, and at their rules, in a load of 420 s. */
const PARSED_AFTER: Milliseconds = 5 * SECOND;
const CHECKED_AFTER: Milliseconds = 8 * SECOND;
const USUAL_LOAD_S = 420;

interface Beginning {
  readonly machine: Machine;
  readonly self: Self;
  readonly start: number;
  readonly random: Random;
  readonly load_s: number;
}

/** Reads the command line. null: the server will not come up, and the process ends by itself with argparse's 2 or 1. */
export function begin(input: Beginning): Launch | null {
  const { machine, self, load_s, random } = input;
  const end = (delay: Milliseconds, text: string, code: number) => {
    greet((line) => self.write(line));
    machine.time.after((delay * load_s) / USUAL_LOAD_S, () => {
      self.write(text);
      if (self.alive) self.exit(code);
    });
    return null;
  };
  const parsed = parseArguments(wordsOf(self.argv));
  if (!parsed.ok) return end(PARSED_AFTER, usageError(parsed.message), 2);
  const broken = brokenRule(parsed.given);
  if (broken !== null) return end(CHECKED_AFTER, traceback(FRAMES, `ValueError: ${broken}`), 1);
  const [device] = machine.devices.read();
  const resolved = resolveArguments(parsed.given, {
    device_bytes: device?.total_bytes ?? 1,
    random_seed: random.integer(2 ** 30),
    ...tampering(machine.faults, input.start, parsed.given),
  });
  const warnings = [...parsed.warnings, ...resolved.warnings];
  return new Launch({ ...input, arguments: { ...resolved, warnings } });
}

/** The faults that make another request of what was asked. */
function tampering(faults: FaultBook, start: number, given: Given) {
  const ignores = faults.at('parameter-ignored', start) !== null;
  const rewrites =
    faults.at('parameter-rewritten', start) !== null && given['speculative_algorithm'] === 'DDTREE';
  return {
    ignored: ignores ? ['speculative_draft_window_size', 'speculative_ddtree_budget'] : [],
    forced: rewrites ? { speculative_ddtree_topk: 1 } : {},
  };
}

/** The words behind the program: `python -m sglang.launch_server ...` or `sglang serve ...`. */
function wordsOf(argv: readonly string[]): readonly string[] {
  const entry = argv.findIndex((word) => word === 'sglang.launch_server' || word === 'serve');
  return argv.slice(entry < 0 ? 1 : entry + 1);
}

const FRAMES = [
  { file: 'sglang/launch_server.py', line: 84, name: '<module>', code: 'run_server(server_args)' },
  { file: 'sglang/launch_server.py', line: 29, name: 'run_server', code: 'server_args.resolve_once()' },
  {
    file: 'sglang/srt/arg_groups/pipeline.py',
    line: 185,
    name: 'run_resolution_pipeline',
    code: 'run_hook(step, server_args)',
  },
];
