import type { Services } from './services.ts';

/** The world outside. `wire.ts` and what it builds are loaded at the first call that needs them. */
export function realServices(): Services {
  return {
    wire: async (configuration) => (await import('../wire.ts')).wire(configuration),
    host: async () => (await import('../wire.ts')).localHost(),
    runSweep: async (request) => (await import('../run/sweep.ts')).runSweep(request),
    resumeRun: async (request) => (await import('../run/resume.ts')).resumeRun(request),
    async operator(onHangup) {
      const { processSignals, SignalInbox } = await import('../run/signals.ts');
      return new SignalInbox(processSignals(), { on_hangup: onHangup });
    },
    async detach(argv, logFile) {
      const { detach } = await import('../run/detach.ts');
      return detach(process.argv[1] ?? '', argv, logFile, process.cwd());
    },
    async terminate(pid) {
      process.kill(pid, 'SIGTERM');
    },
  };
}
