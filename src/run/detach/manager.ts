import type { Host } from '../../ports/host.ts';

/** A service manager that outlives this login. */
export interface LastingManager {
  readonly scope: 'system' | 'user';
  /** For tools that ask it. */
  readonly env: Readonly<Record<string, string>>;
}

/** The system's manager for root, the user's own one for everybody else, if it lingers; else why there is none. */
export async function lastingManager(
  host: Host,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LastingManager | { readonly why: string }> {
  if (env['HOLDPOINT_HOST'] !== undefined) return { why: 'the host is a simulated one' };
  if ((await host.file('/run/systemd/system'))?.kind !== 'directory')
    return { why: 'this host was not booted with systemd' };
  const { uid, user } = await host.identity();
  if (uid === 0) return { scope: 'system', env: {} };
  if ((await host.file(`/var/lib/systemd/linger/${user}`)) === null)
    return { why: `your manager ends with your last session (\`loginctl enable-linger ${user}\`)` };
  const folder = env['XDG_RUNTIME_DIR'] ?? `/run/user/${uid}`;
  if ((await host.file(`${folder}/systemd/private`)) === null)
    return { why: `your manager is not to be found in ${folder}` };
  return {
    scope: 'user',
    env: { XDG_RUNTIME_DIR: folder, DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/bus` },
  };
}
