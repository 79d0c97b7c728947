import type { Milliseconds } from '../../core/units.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Built, buildMachine } from '../build.ts';
import type { FaultBook } from '../faults/book.ts';
import { sglangServer } from '../server/server.ts';
import { ServiceManager } from '../systemd/manager.ts';
import { systemdTools } from '../systemd/tools.ts';
import { PORT, PYTHON, UNIT, UNIT_PATH, unitText } from './service.ts';

export interface StoryHostOptions {
  readonly clock: Clock;
  readonly seed: number;
  readonly faults: FaultBook;
  readonly devices?: number;
  /** Of the service; 30000 unless given. */
  readonly port?: number;
  /** Seconds of a whole load; 420 unless given. */
  readonly load_s?: number;
}

/** How long the tools take on a busy machine with a journal of some weeks. */
const TOOL_MS: Readonly<Record<'systemctl' | 'journalctl', Milliseconds>> = {
  systemctl: 30,
  journalctl: 200,
};

/** The host of the story: its unit was started at boot, an hour ago, and has long been serving. */
export function buildStory(options: StoryHostOptions): Built {
  return buildMachine({
    ...options,
    install({ machine, host }) {
      const unit = unitText(options.port ?? PORT);
      machine.files.write(UNIT_PATH, unit);
      machine.files.write(`/etc/systemd/system/multi-user.target.wants/${UNIT}`, unit);
      machine.files.place(PYTHON, { mode: 0o755 });
      const manager = new ServiceManager({ machine, execs: { [PYTHON]: sglangServer(machine, options) } });
      const tools = systemdTools(manager);
      for (const name of ['systemctl', 'journalctl'] as const)
        host.register(name, async (argv, { wait }) => {
          await wait(TOOL_MS[name]);
          return tools[name](argv.slice(1));
        });
      manager.boot();
    },
  });
}
