import { dirname } from 'node:path';
import { type Check, failed, ok, type Patient, type Storage } from './check.ts';

const NAME = 'run folder';
const OTHERS_MAY_WRITE = 0o022;

/** Can runs be written, and by nobody else? Where the folder does not exist yet, its nearest parent is looked at. */
export async function runFolder({ storage, runs_dir, ports }: Patient): Promise<Check> {
  const place = await nearest(storage, runs_dir);
  if (place === null)
    return failed(NAME, `no folder on the way to ${runs_dir} can be read`, 'name another one with --dir');
  const { path, uid, mode, directory } = place;
  if (!directory) return failed(NAME, `${path} is no folder`, 'name another one with --dir');
  const access = await storage.access(path, 'write');
  if (access !== 'ok')
    return failed(NAME, `${path} is not writable: ${access}`, 'name another one with --dir');
  const { uid: self } = await ports.host.identity();
  if (path === runs_dir && uid !== self && uid !== 0) {
    return failed(
      NAME,
      `${path} belongs to uid ${uid}`,
      'a run of another user is not trusted: name another folder with --dir',
    );
  }
  if (path === runs_dir && (mode & OTHERS_MAY_WRITE) !== 0) {
    return failed(
      NAME,
      `${path} is writable by others (mode ${(mode & 0o777).toString(8)})`,
      `chmod go-w ${path}`,
    );
  }
  return ok(
    NAME,
    path === runs_dir ? `${path} is writable by this user alone` : `${runs_dir} will be made in ${path}`,
  );
}

/** The folder itself, or the nearest parent that exists. */
export async function nearest(
  storage: Storage,
  path: string,
): Promise<({ path: string } & NonNullable<Awaited<ReturnType<Storage['facts']>>>) | null> {
  for (let at = path; ; at = dirname(at)) {
    const facts = await storage.facts(at);
    if (facts !== null) return { path: at, ...facts };
    if (at === dirname(at)) return null;
  }
}
