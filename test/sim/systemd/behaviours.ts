import { MiB } from '../../../src/core/units.ts';
import type { Program, Self } from '../../../src/sim/machine.ts';

const IDLE: Program = { start() {} };

/** Prints `up` and stays; what TERM does to it is its own business. */
function staying(heard: (self: Self) => void): Program {
  let self: Self | null = null;
  return {
    start(started) {
      self = started;
      started.use({ rss_bytes: 50 * MiB, cpu_per_s: 0.1, read_bytes_per_s: MiB });
      started.write('up\n');
    },
    signal(signal) {
      if (signal !== 'TERM' || self === null) return false;
      heard(self);
      return true;
    },
  };
}

/** A child, and a grandchild in a session of its own whose parent ends. */
const family: Program = {
  start(self) {
    self.fork(['/bin/sleep', '3600'], IDLE);
    self.fork(['/bin/sh'], {
      start(middle) {
        middle.fork(['/bin/sleep', '3600'], IDLE, { session: 'new' });
        middle.exit(0);
      },
    });
    self.write('up\n');
  },
};

const BEHAVIOURS: Readonly<Record<string, () => Program>> = {
  steady: () => staying((self) => self.exit(0)),
  failing: () => ({
    start(self) {
      self.write('begin\nend');
      self.exit(3);
    },
  }),
  deaf: () => staying((self) => self.write('heard\n')),
  family: () => family,
};

/** The program for the contract of Supervisor: it behaves as its first argument says. */
export function behaving(argv: readonly string[]): Program {
  return BEHAVIOURS[argv[1] ?? '']?.() ?? IDLE;
}
