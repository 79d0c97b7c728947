import { GiB } from '../../src/core/units.ts';
import { coreAmong, familyOf, isAlive, residentBytes } from '../../test/lab/support/processes.ts';
import { sweep } from './sweep.ts';
import { type SweepCase, seqs } from './sweep-case.ts';
import { endOf, lastError, rowsOf } from './words.ts';

/** The core is killed when the server is ready; then the sweep is taken up again for that setting. */
export const CORE_KILLED: SweepCase = async (place) => {
  let isKilled = false;
  const swept = await sweep(place, { name: 'core', settings: seqs(2, 4) }, (moment) => {
    if (isKilled || moment.served === null) return;
    process.kill(coreAmong(familyOf(moment.sweep)), 'SIGKILL');
    isKilled = true;
  });
  if (!isKilled) throw new Error(`no server was ready:\n${swept.output.slice(-2000)}`);
  const again = await sweep(place, { name: 'core', settings: seqs(2), flags: ['--resume'] });
  return {
    'exit code 0 on a crash (vLLM)': [
      `${endOf(swept)}, ${lastError(swept)}; no word of the server that ended, the next setting not tried`,
      `with \`--resume\` then ${endOf(again)}: ${rowsOf(again)}`,
    ].join('; '),
  };
};

/** The API server is killed when it is ready; its core and worker live on. */
export const API_KILLED: SweepCase = async (place) => {
  let survivors: readonly number[] = [];
  let held = 0;
  const asked = { name: 'api', settings: seqs(2, 4), flags: ['--continue-on-error'] };
  const swept = await sweep(place, asked, ({ sweep: leader, served }) => {
    if (served === null) return;
    const living = survivors.filter(isAlive);
    if (survivors.length > 0)
      held = Math.max(
        held,
        living.reduce((sum, pid) => sum + residentBytes(pid), 0),
      );
    else survivors = killApiServer(leader);
  });
  const left = survivors.filter(isAlive).length;
  if (held === 0) throw new Error(`nothing lived on beside the next server:\n${swept.output.slice(-2000)}`);
  return {
    'core that outlives its API server (vLLM)': `with \`${asked.flags.join()}\` ${endOf(swept)}; ${rowsOf(swept)}, measured while the killed server's processes held ${(held / GiB).toFixed(1)} GiB; ${left} of them are there when it has ended. Of the first is recorded: \`${swept.failures.join().slice(0, 80)}...\``,
  };
};

/** Kills the API server below a sweep. Returns what it leaves. */
function killApiServer(leader: number): readonly number[] {
  const family = familyOf(leader);
  const core = coreAmong(family);
  const above = family.filter((pid) => pid !== leader && pid !== core && familyOf(pid).includes(core));
  const [api = 0] = above;
  if (above.length !== 1) throw new Error(`${above.length} processes between the sweep and the core`);
  const left = familyOf(api).filter((pid) => pid !== api);
  process.kill(api, 'SIGKILL');
  return left;
}
