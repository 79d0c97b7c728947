// Preloaded into Holdpoint: kills it with SIGKILL right after its N-th journal record is on disk (only the journal of a
// run uses datasync). From inside, at the append, so no watcher races with what comes next.
import { open } from 'node:fs/promises';

const at = Number(process.env['HOLDPOINT_TEST_CRASH_AT'] ?? 0);
if (at > 0) {
  const handle = await open('/dev/null');
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const { datasync } = prototype;
  let records = 0;
  prototype.datasync = async function patched(...args) {
    await datasync.apply(this, args);
    records += 1;
    if (records >= at) process.kill(process.pid, 'SIGKILL');
  };
}
