import { dirname } from 'node:path';
import type { Host } from '../../../../ports/host.ts';
import type { Right } from '../../../../ports/supervisor.ts';
import { mayAsRoot } from '../drop-in-file.ts';
import { dropInActs, SUDO } from './drop-in-acts.ts';
import { type DropInRight, sudoersLines, sudoersRemedy } from './sudoers.ts';

const NAME = 'drop-in';
const OWNER_MAY_WRITE = 0o200;

/** May our one file be written, directly or by the fixed commands? Neither is tried by doing it. */
export async function dropInRight(host: Host, right: DropInRight, uid: number): Promise<Right> {
  const { file, user } = right;
  const folder = await nearest(host, dirname(file));
  if (folder !== null && folder.uid === uid && (folder.mode & OWNER_MAY_WRITE) !== 0)
    return { name: NAME, state: 'held', text: `may write ${file}`, remedy: null };
  const [remedy, grant] = [sudoersRemedy(right), sudoersLines(right)];
  const refused = (why: string): Right => ({
    name: NAME,
    state: 'missing',
    text: `may not write ${file}${why}`,
    remedy,
    grant,
  });
  if ((await host.file(SUDO)) === null)
    return { ...refused(`, and there is no ${SUDO}`), remedy: `let root install sudo; then ${remedy}` };
  const acts = dropInActs(file, user, 0o644);
  const secret = right.has_secret ? [dropInActs(file, user, 0o600).begin] : [];
  for (const words of [acts.begin, ...secret, acts.fill, acts.put, acts.remove])
    if (!(await mayAsRoot(host, words))) return refused(`: sudo does not allow \`${words.join(' ')}\``);
  return {
    name: NAME,
    state: 'held',
    text: `may write ${file} through ${SUDO}, by fixed commands`,
    remedy: null,
  };
}

async function nearest(
  host: Host,
  folder: string,
): Promise<{ readonly uid: number; readonly mode: number } | null> {
  for (let at = folder; ; at = dirname(at)) {
    const facts = await host.file(at);
    if (facts !== null || at === '/') return facts;
  }
}
