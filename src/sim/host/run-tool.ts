import { FaultError, fault } from '../../core/fault.ts';
import type { Milliseconds } from '../../core/units.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RunOptions, RunResult } from '../../ports/host.ts';
import type { SimTime } from '../machine.ts';
import type { Tool } from './tool.ts';

const DEFAULT_TIMEOUT_MS: Milliseconds = 10_000;

/** Where a tool of the simulated host looks for further tools. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface ToolParts {
  readonly clock: Clock;
  readonly time: SimTime;
  readonly find: (file: string) => Tool | null;
  /** A process with the tool's argv that hangs in the driver for so long; null: for ever. */
  readonly spawnHung: (argv: readonly string[], ms: Milliseconds | null) => void;
}

/** Runs one tool, in simulated time, as the local host runs a real one. */
export function runTool(parts: ToolParts, argv: readonly string[], options: RunOptions): Promise<RunResult> {
  const { clock, time, find, spawnHung } = parts;
  const [file = ''] = argv;
  if (!file.startsWith('/')) throw failed(argv, 'a tool is run by its absolute path only');
  const tool = find(file);
  if (tool === null) throw failed(argv, `spawn ${file} ENOENT`);
  const begun = clock.now();
  const release = time.hold();
  return new Promise((resolve, reject) => {
    let killable = true;
    const end = (result: Omit<RunResult, 'argv' | 'took_ms'>): void => {
      cancel();
      release();
      resolve({ argv, took_ms: clock.now() - begun, ...result });
    };
    const cancel = clock.alarm(options.timeout_ms ?? DEFAULT_TIMEOUT_MS, () => {
      const signal = killable ? 'SIGKILL' : null;
      end({ code: null, signal, stdout: '', stderr: '', timed_out: true });
    });
    tool(argv, {
      stdin: options.stdin ?? '',
      env: { LC_ALL: 'C', PATH, ...options.env },
      cwd: options.cwd ?? '/',
      wait: (ms) => clock.wait(ms),
      hang: (ms) => {
        killable = false;
        spawnHung(argv, ms);
        return new Promise(() => {});
      },
    }).then(
      (output) => end({ signal: null, timed_out: false, ...output }),
      (error: unknown) => {
        cancel();
        release();
        reject(error);
      },
    );
  });
}

function failed(argv: readonly string[], text: string): FaultError {
  const evidence = [{ kind: 'tool', text: `${argv.join(' ')}: ${text}` }];
  return new FaultError(fault('probe-failed', `the tool ${argv[0] ?? ''} could not be run`, { evidence }));
}
