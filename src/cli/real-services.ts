import { realpathSync } from 'node:fs';
import type { Services } from './services.ts';

/** The world outside. `wire.ts` and what it builds are loaded at the first call that needs them. */
export function realServices(): Services {
  return {
    async wire(configuration, { dead_man, ...options }) {
      const { wire } = await import('../wire.ts');
      return wire(
        configuration,
        dead_man ? { ...options, dead_man: { ...dead_man, program: program() } } : options,
      );
    },
    bench: async () => (await import('../wire-bench.ts')).benchMeans(),
    async selftest(signal, use) {
      const { withSelftestMeans } = await import('../wire-selftest.ts');
      return withSelftestMeans(program(), signal, use);
    },
    mock: async (script, port) => (await import('../wire-selftest.ts')).serveMock(script, port),
    host: async () => (await import('../wire.ts')).localHost(),
    ownMachine: async () => (await import('../wire.ts')).ownMachine(),
    sandbox: async () => (await import('../wire-sandbox.ts')).sandbox(),
    journal: async (dir) => (await import('../wire.ts')).storedJournal(dir),
    async simulate(options) {
      const { simulate } = await import('../wire-daemon.ts');
      return simulate(options, program());
    },
    async command(argv, env, options) {
      const { runCommand } = await import('./run-command.ts');
      return runCommand(argv, env, options);
    },
    story: async (options) => (await import('../wire-simulated.ts')).story(options),
    runSweep: async (request) => (await import('../run/sweep.ts')).runSweep(request),
    resumeRun: async (request) => (await import('../run/resume.ts')).resumeRun(request),
    async operator(onHangup) {
      const { processSignals, SignalInbox } = await import('../run/signals.ts');
      return new SignalInbox(processSignals(), { on_hangup: onHangup });
    },
    async detach(request) {
      const { detach } = await import('../run/detach/detach.ts');
      const { ownMachine } = await import('../wire.ts');
      return detach(ownMachine(), { ...request, program: program(), cwd: process.cwd(), env: process.env });
    },
    endInterrupted: () => void process.kill(process.pid, 'SIGINT'),
    async terminate(pid) {
      process.kill(pid, 'SIGTERM');
    },
  };
}

/** The words that run this version of Holdpoint, by absolute paths. */
function program(): readonly string[] {
  return [process.execPath, ...process.execArgv, realpathSync(process.argv[1] ?? '')];
}
