import type { Program, Self } from '../../../src/sim/machine.ts';
import { ServiceManager } from '../../../src/sim/systemd/manager.ts';
import type { ToolResult } from '../../../src/sim/systemd/tool-result.ts';
import { systemdTools } from '../../../src/sim/systemd/tools.ts';
import { type Scene, scene } from '../machine.ts';

export const UNIT_PATH = '/etc/systemd/system/llm.service';
const LINK = '/etc/systemd/system/multi-user.target.wants/llm.service';
export const DROP_IN = '/run/systemd/system/llm.service.d/zz-tool.conf';

/** Programs that behave as the words of their command line say, as a small shell script would. */
function scripted(argv: readonly string[]): Program {
  const number = (flag: string) => {
    const at = argv.indexOf(flag);
    return at < 0 ? null : Number(argv[at + 1]);
  };
  let self: Self | null = null;
  return {
    start(started) {
      self = started;
      if (argv.includes('--orphan'))
        started.fork(['/opt/worker'], { start() {}, signal: () => true }, { session: 'new' });
      const say = argv.indexOf('--say');
      if (say >= 0) started.write(argv[say + 1] ?? '');
      const exit = number('--exit');
      if (exit !== null && argv.includes('--at-once')) started.exit(exit);
      else if (exit !== null) later(started, number('--after') ?? 0, () => started.exit(exit));
    },
    signal(signal) {
      if (argv.includes('--ignore-term')) return true;
      const code = number('--on-term');
      if (signal !== 'TERM' || code === null) return false;
      self?.exit(code);
      return true;
    },
  };
}

let later: (self: Self, ms: number, run: () => void) => void = () => {};

export interface World extends Scene {
  readonly manager: ServiceManager;
  readonly started: readonly Self[];
  systemctl(...argv: string[]): Promise<ToolResult>;
  journalctl(...argv: string[]): Promise<ToolResult>;
  /** Writes llm.service, enabled where its text says WantedBy=, and reloads. */
  unit(text: string): Promise<void>;
  /** `systemctl show llm` of those properties. */
  show(...names: string[]): Promise<Record<string, string>>;
  advance(ms: number): Promise<void>;
  /** The manager's lines about the unit and the unit's own, in order. */
  lines(): string[];
}

/**
 * A machine with a service manager, `/opt/server` to run, and nothing else.
 *
 * @param calls `moment`: time stands during a call, as the host does it; `bare`: each look at the clock lets events happen
 */
export function world(calls: 'moment' | 'bare' = 'moment'): World {
  const built = scene({ uptime_ms: 26_000 });
  const { machine, clock } = built;
  const started: Self[] = [];
  later = (_, ms, run) => void machine.time.after(ms, run);
  const factory = (argv: readonly string[]): Program => {
    const program = scripted(argv);
    return {
      ...program,
      start(self) {
        started.push(self);
        program.start(self);
      },
    };
  };
  const manager = new ServiceManager({
    machine,
    execs: { '/opt/server': factory, '/usr/bin/true': factory },
  });
  const tools = systemdTools(manager);
  const advance = async (ms: number) => {
    const release = machine.time.hold();
    await clock.advance(ms);
    release();
  };
  const run = (tool: keyof typeof tools, argv: string[]) =>
    calls === 'bare' ? tools[tool](argv) : machine.time.enter(() => tools[tool](argv));
  const systemctl = (...argv: string[]) => run('systemctl', argv);
  return {
    ...built,
    manager,
    started,
    systemctl,
    advance,
    journalctl: (...argv) => run('journalctl', argv),
    async unit(text) {
      machine.files.write(UNIT_PATH, text);
      if (text.includes('WantedBy=')) machine.files.write(LINK, UNIT_PATH);
      await systemctl('daemon-reload');
    },
    async show(...names) {
      const { stdout } = await systemctl('show', 'llm', '-p', names.join(','));
      return Object.fromEntries(
        stdout
          .trimEnd()
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
    },
    lines() {
      const found: string[] = [];
      for (let at = 1; at <= manager.journal.length; at += 1)
        found.push(manager.journal.at(at)?.fields['MESSAGE'] ?? '');
      return found.filter((line) => line !== 'Reloading.');
    },
  };
}

export const ENABLED = '\n[Install]\nWantedBy=multi-user.target\n';
