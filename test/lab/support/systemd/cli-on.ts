import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { RealClock } from '../../../../src/adapters/clock/real.ts';
import { LocalHost } from '../../../../src/adapters/host/local.ts';
import { FileLock } from '../../../../src/adapters/lock/files.ts';
import { FILE_COPY } from '../../../../src/adapters/supervisor/systemd/log-copy.ts';
import type { Services } from '../../../../src/cli/services.ts';
import { createLoadGenerator } from '../../../../src/load/generator.ts';
import { REAL_MEANS } from '../../../../src/load/means.ts';
import { assemble, fileKeeping } from '../../../../src/wire.ts';
import type { HostOfMachine } from './host-of.ts';
import type { Machine } from './machine.ts';

/** What commands that only look need, on that machine instead of this one. */
export function servicesOn(machine: Machine, { host }: HostOfMachine): Partial<Services> {
  const clock = new RealClock();
  const own_machine = new LocalHost();
  return {
    host: async () => host,
    wire: (configuration) =>
      assemble(configuration, {
        clock,
        host,
        own_machine,
        environment: {},
        log_copy: FILE_COPY,
        load: createLoadGenerator(REAL_MEANS),
        lock: new FileLock({ host: own_machine, folder: mkdtempSync(join(machine.shared, 'locks-')) }),
        keeping: (boot_id) => fileKeeping(clock, boot_id),
      }),
  };
}
