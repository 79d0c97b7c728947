import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Hooks } from '../core/config/configuration.ts';
import { FaultError, fault } from '../core/fault.ts';
import { visible } from '../core/visible.ts';
import type { Ports } from './ports.ts';

const HOOK_TIMEOUT_MS = 10 * 60_000;

/** Runs the operator's own commands: argv lists, never through a shell, with the event as JSON on standard input. */
export class HookRunner {
  private readonly hooks: Hooks;
  private readonly folder: string;
  private readonly ports: Ports;
  private readonly run_id: string;

  constructor(hooks: Hooks, folder: string, ports: Ports, runId: string) {
    this.hooks = hooks;
    this.folder = folder;
    this.ports = ports;
    this.run_id = runId;
  }

  has(name: keyof Hooks): boolean {
    return this.hooks[name].length > 0;
  }

  /** Throws `probe-failed` with the output of the first hook that fails. */
  async run(name: keyof Hooks, event: Readonly<Record<string, unknown>> = {}): Promise<void> {
    for (const argv of this.hooks[name]) {
      const command = this.resolved(argv);
      const stdin = JSON.stringify({ hook: name, run: this.run_id, ...event });
      const result = await this.ports.host.run(command, {
        stdin,
        timeout_ms: HOOK_TIMEOUT_MS,
        cwd: this.folder,
      });
      if (result.code === 0 && !result.timed_out) continue;
      const said = visible((result.stderr || result.stdout).trim().slice(-400));
      const how = result.timed_out
        ? 'did not end in time'
        : `ended with ${result.signal ?? `code ${result.code}`}`;
      const evidence = [{ kind: 'output', text: said }];
      throw new FaultError(
        fault('probe-failed', `the ${name} hook ${argv[0]} ${how}`, { evidence, data: { hook: name, argv } }),
      );
    }
  }

  private resolved(argv: readonly string[]): readonly string[] {
    const [program = '', ...rest] = argv;
    if (program.includes('/')) return [path.resolve(this.folder, program), ...rest];
    const found = (process.env['PATH'] ?? '')
      .split(':')
      .map((dir) => path.join(dir, program))
      .find((file) => isExecutable(file));
    return [found ?? path.join('/usr/bin', program), ...rest];
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
