import { existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FILE_COPY } from '../../../../src/adapters/supervisor/systemd/log-copy.ts';
import { SystemdSupervisor } from '../../../../src/adapters/supervisor/systemd/supervisor.ts';
import { contractOfSupervisor, type SupervisorSubject } from '../../../contract/supervisor.ts';
import { until } from '../../../contract/until.ts';
import { program } from '../../support/programs.ts';
import { defined, serverDefinition } from '../process/subject.ts';
import { RootedHost } from './rooted-host.ts';

const UNIT = 'llm.service';

/** A folder with the scripted programs, as they find it, and a unit that is installed and has never run. */
function manager(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdpoint-systemd-')));
  const own = join(folder, 'root/etc/systemd/system', UNIT);
  for (const needed of [dirname(own), join(folder, 'bin'), join(folder, 'state')])
    mkdirSync(needed, { recursive: true });
  for (const tool of ['systemctl', 'journalctl']) symlinkSync(program(tool), join(folder, 'bin', tool));
  const command = `${process.execPath} ${program('server.mjs')} idle`;
  writeFileSync(own, `[Service]\nType=simple\nExecStart=${command}\nRestart=always\n`);
  return folder;
}

async function makeScripted(): Promise<SupervisorSubject> {
  const folder = manager();
  const host = new RootedHost(folder);
  const { boot_id } = await host.identity();
  const supervisor = () =>
    new SystemdSupervisor({
      host,
      boot_id,
      unit: UNIT,
      scope: 'system',
      tools: { systemctl: join(folder, 'bin/systemctl'), journalctl: join(folder, 'bin/journalctl') },
      home: '/root',
      runtime_folder: '/run',
      log_copy: FILE_COPY,
    });
  let logs = 0;
  return {
    supervisor: supervisor(),
    host,
    again: async () => supervisor(),
    logFile: () => join(folder, `${logs++}.log`),
    programs: {
      steady: serverDefinition('steady'),
      failing: serverDefinition('failing'),
      deaf: serverDefinition('deaf'),
      family: serverDefinition('family'),
      missing: defined(['/nowhere/no-such-server']),
    },
    async dispose() {
      await until(() => !existsSync(join(folder, 'state/busy')));
      await rm(folder, { recursive: true });
    },
  };
}

contractOfSupervisor('systemd over scripted programs', makeScripted, 'unit');
