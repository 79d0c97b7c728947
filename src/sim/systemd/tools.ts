import { runJournalctl } from './journalctl/journalctl.ts';
import type { ServiceManager } from './manager.ts';
import { Systemctl } from './systemctl/systemctl.ts';
import type { Tool } from './tool-result.ts';

/**
 * The programs by which a manager is asked, by name. Each takes the arguments without its own name. A blocking job ends
 * at a moment of simulated time: whoever awaits the answer must let that time go by.
 */
export function systemdTools(manager: ServiceManager): Readonly<Record<'systemctl' | 'journalctl', Tool>> {
  const systemctl = new Systemctl(manager);
  return {
    systemctl: (argv) => systemctl.run(argv),
    journalctl: async (argv) => runJournalctl(manager.journal, argv, manager.machine.time.wall()),
  };
}
