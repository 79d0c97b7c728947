import type { LogCopy } from '../../../src/adapters/supervisor/systemd/log-copy.ts';
import { SystemdSupervisor } from '../../../src/adapters/supervisor/systemd/supervisor.ts';
import type { Definition } from '../../../src/core/generation.ts';
import { ServiceManager } from '../../../src/sim/systemd/manager.ts';
import { systemdTools } from '../../../src/sim/systemd/tools.ts';
import { contractOfSupervisor, type SupervisorSubject } from '../../contract/supervisor.ts';
import { driven } from '../driven.ts';
import { scene } from '../machine.ts';
import { behaving } from './behaviours.ts';

const UNIT = 'llm.service';
const SERVER = '/opt/server';

const defined = (argv: readonly string[]): Definition => ({ argv, env: {}, cwd: '/', env_complete: true });

function copyInMemory(): LogCopy {
  const copies = new Map<string, string>();
  return {
    size: async (file) => Buffer.byteLength(copies.get(file) ?? ''),
    append: async (file, text) => void copies.set(file, (copies.get(file) ?? '') + text),
  };
}

async function makeSimulated(): Promise<SupervisorSubject> {
  const { machine, host, clock } = scene();
  machine.files.place(SERVER, { mode: 0o755 });
  machine.files.write(
    `/etc/systemd/system/${UNIT}`,
    `[Service]\nType=simple\nExecStart=${SERVER} idle\nRestart=always\n`,
  );
  const manager = new ServiceManager({ machine, execs: { [SERVER]: behaving } });
  for (const [name, tool] of Object.entries(systemdTools(manager)))
    host.register(name, (argv) => tool(argv.slice(1)));
  const { boot_id } = await host.identity();
  const log_copy = copyInMemory();
  const supervisor = () =>
    driven(
      new SystemdSupervisor({
        host,
        boot_id,
        unit: UNIT,
        scope: 'system',
        tools: { systemctl: '/usr/bin/systemctl', journalctl: '/usr/bin/journalctl' },
        home: '/root',
        runtime_folder: '/run',
        log_copy,
      }),
      clock,
    );
  let logs = 0;
  return {
    supervisor: supervisor(),
    host,
    again: async () => supervisor(),
    logFile: () => `/runs/${logs++}.log`,
    programs: {
      steady: defined([SERVER, 'steady']),
      failing: defined([SERVER, 'failing']),
      deaf: defined([SERVER, 'deaf']),
      family: defined([SERVER, 'family']),
      missing: defined(['/opt/no-such-server']),
    },
    pause: () => clock.advance(100),
    async dispose() {},
  };
}

contractOfSupervisor('systemd on the simulated host', makeSimulated, 'unit');
