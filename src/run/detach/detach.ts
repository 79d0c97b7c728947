import { closeSync, constants, openSync } from 'node:fs';
import type { Host } from '../../ports/host.ts';
import { type LastingManager, lastingManager } from './manager.ts';
import { ownSession } from './own-session.ts';
import type { Detached, Detaching } from './request.ts';
import { scopeWords, transientService } from './transient-service.ts';

/**
 * Starts `holdpoint ARGV` apart from this terminal. Over a unit it is a service of the manager that outlives this login.
 * A server of kind process is a child that inherits this environment and must outlive the run: there the process itself
 * is moved into a scope of that manager. Where there is no such manager it has a session of its own.
 */
export async function detach(host: Host, detaching: Detaching): Promise<Detached> {
  const log = openLog(detaching.log_file);
  const manager = await lastingManager(host, detaching.env);
  if ('why' in manager) return inSession(detaching, log, manager.why);
  if (detaching.serves === 'process') return inScope(host, manager, detaching, log);
  const made = await transientService(host, manager, detaching);
  if ('why' in made) return inSession(detaching, log, `systemd refuses a service: ${made.why}`);
  closeSync(log);
  return made;
}

async function inScope(
  host: Host,
  manager: LastingManager,
  detaching: Detaching,
  log: number,
): Promise<Detached> {
  const { program, argv, cwd, env, run_id } = detaching;
  const scope = await scopeWords(host, manager, run_id);
  if ('why' in scope) return inSession(detaching, log, `systemd refuses a scope: ${scope.why}`);
  const pid = await ownSession({
    words: [...scope.words, ...program, ...argv],
    log,
    cwd,
    env: { ...env, ...manager.env },
  });
  const how = `in ${scope.unit}, which its servers share: end it by \`holdpoint stop\`, not by systemctl`;
  return { pid, unit: scope.unit, how };
}

async function inSession(
  { program, argv, cwd, env }: Detaching,
  log: number,
  why: string,
): Promise<Detached> {
  const pid = await ownSession({ words: [...program, ...argv], log, cwd, env });
  return { pid, unit: null, how: `in a session of its own (${why})` };
}

/** Made here, so that nobody else may read it whoever writes it. */
function openLog(file: string): number {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  return openSync(file, flags, 0o600);
}
