import { type Check, failed, ok, type Patient } from './check.ts';

const NAME = 'locks';

/** Is another run at work on this service, or did one leave without putting the original back? */
export async function locks({ ports, lock_names }: Patient): Promise<Check> {
  for (const name of lock_names) {
    const holder = await ports.lock.holder(name);
    if (holder !== null) {
      return failed(
        NAME,
        `${name} is held by pid ${holder.pid} (uid ${holder.uid}), run ${holder.run}`,
        `wait for it, \`holdpoint attach ${holder.run}\`, or \`holdpoint stop ${holder.run}\``,
      );
    }
    const left = await ports.lock.unrestored(name);
    if (left !== null) {
      return failed(
        NAME,
        `run ${left.run_id} did not put the original of ${name} back (since ${left.since})`,
        `\`holdpoint restore ${left.dir}\` or \`holdpoint resume ${left.dir}\``,
      );
    }
  }
  return ok(NAME, `free: ${lock_names.join(', ')}`);
}
