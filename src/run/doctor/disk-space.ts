import { describeBytes } from '../../core/change/describe.ts';
import { GiB, MiB } from '../../core/units.ts';
import { type Check, failed, ok, type Patient, unknown, warning } from './check.ts';
import { nearest } from './run-folder.ts';

const NAME = 'disk space';
/** A verbose server writes some 10 MB a start; a day of sweeps stays well below this. */
const COMFORTABLE = 2 * GiB;
/** Less than the journal's reserve and one log need. */
const LEAST = 64 * MiB;

/** Is there room for logs and records? A full disk ends a sweep (`journal-failed`), though the restore still works. */
export async function diskSpace({ storage, runs_dir }: Patient): Promise<Check> {
  const place = await nearest(storage, runs_dir);
  const free = place === null ? null : await storage.freeBytes(place.path);
  if (place === null || free === null)
    return unknown(NAME, `the free space of ${runs_dir} could not be read`);
  const text = `${describeBytes(free)} free for logs and records in ${place.path}`;
  const remedy = 'free space, or name a folder on another disk with --dir';
  if (free < LEAST) return failed(NAME, text, remedy);
  return free < COMFORTABLE ? warning(NAME, text, remedy) : ok(NAME, text);
}
