import type { Services } from '../../src/cli/services.ts';
import type { SweepDocument } from '../../src/core/documents/sweep.ts';
import type { Fault } from '../../src/core/fault.ts';
import type { OperatorRequest } from '../../src/run/operator.ts';
import type { Ports } from '../../src/run/ports.ts';
import { ports } from '../run/doctor/patient.ts';

export interface FakeRun {
  readonly document: SweepDocument;
  readonly fault?: Fault | null;
  readonly exit_code?: number;
  readonly sealed?: boolean;
  /** Happens while the run goes on. */
  readonly during?: (request: Parameters<Services['runSweep']>[0]) => void;
}

/** Services around a run that is told beforehand how it ends. */
export function runServices(run: FakeRun, changes: Partial<Ports> = {}) {
  const seen = { wired: 0, disposed: 0, modes: [] as string[], hangup: '' };
  const wired = ports({
    readJournal: async () => [],
    credentials: { witnessed: false, headers: () => ({}), secrets: () => [] },
    ...changes,
  });
  const go: Services['runSweep'] = async (request) => {
    run.during?.(request);
    const { document, sealed = false, fault = null, exit_code = 0 } = run;
    return { document, sealed, fault, exit_code };
  };
  const services: Partial<Services> = {
    async wire() {
      seen.wired += 1;
      return wired;
    },
    async runSweep(request) {
      seen.modes.push('begin');
      return go(request);
    },
    async resumeRun(request) {
      seen.modes.push(request.mode);
      return go(request);
    },
    async operator(onHangup) {
      seen.hangup = onHangup;
      return {
        latest: null as OperatorRequest | null,
        onRequest: () => () => undefined,
        dispose: () => void (seen.disposed += 1),
      };
    },
  };
  return { services, seen };
}
