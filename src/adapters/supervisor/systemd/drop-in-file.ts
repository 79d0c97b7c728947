import { FaultError, fault } from '../../../core/fault.ts';
import type { Host } from '../../../ports/host.ts';
import { said, toolText } from './manager.ts';
import { type DropInActs, dropInActs, SUDO } from './rights/drop-in-acts.ts';

/** How a file was changed, for the evidence. */
export type Way = 'directly' | (string & {});

const DIRECTLY = 'directly';

/**
 * Writes our file, whole or not at all: directly, or where this user may not, by the few fixed commands that root has
 * allowed through sudo. Never with a password. Faults: `permission`, `probe-failed`.
 */
export function writeDropIn(host: Host, file: string, text: string, mode: number): Promise<Way> {
  return direct(
    () => host.writeText(file, text, mode),
    async (acts) => {
      await asRoot(host, acts.begin);
      await asRoot(host, acts.fill, text);
      return asRoot(host, acts.put);
    },
    { host, file, mode },
  );
}

/** Takes our file away in the same manner. */
export function removeDropIn(host: Host, file: string): Promise<Way> {
  return direct(
    () => host.remove(file),
    (acts) => asRoot(host, acts.remove),
    { host, file, mode: 0o644 },
  );
}

async function direct(
  act: () => Promise<unknown>,
  through: (acts: DropInActs) => Promise<Way>,
  { host, file, mode }: { readonly host: Host; readonly file: string; readonly mode: number },
): Promise<Way> {
  try {
    await act();
    return DIRECTLY;
  } catch (error) {
    if (!(error instanceof FaultError) || error.fault.name !== 'permission') throw error;
    const { uid, user } = await host.identity();
    if (uid === 0 || (await host.file(SUDO)) === null) throw error;
    const acts = dropInActs(file, user, mode);
    // A refusal is asked for before anything is made, and is told in the words of the direct attempt.
    for (const words of mode === 0o600 ? [acts.begin, acts.put] : [acts.put, acts.remove])
      if (!(await mayAsRoot(host, words))) throw error;
    return through(acts);
  }
}

/** A password that was given a moment ago does not count (`-k`): it would be forgotten before the way back. */
const WITHOUT_PASSWORD = [SUDO, '-n', '-k'];

/** Does sudo allow exactly this command without a password? Nothing is run. */
export async function mayAsRoot(host: Host, words: readonly string[]): Promise<boolean> {
  const result = await host.run([...WITHOUT_PASSWORD, '-l', '--', ...words]);
  return result.code === 0;
}

async function asRoot(host: Host, words: readonly string[], stdin?: string): Promise<Way> {
  const argv = [...WITHOUT_PASSWORD, '--', ...words];
  const result = await host.run(argv, stdin === undefined ? {} : { stdin });
  if (result.code === 0) return `through ${argv.join(' ')}`;
  const name = result.timed_out ? 'probe-failed' : 'permission';
  // What `tee` prints is the text itself, which may hold a secret.
  const evidence = [{ kind: 'tool', text: toolText({ ...result, stdout: '' }) }];
  throw new FaultError(fault(name, `sudo ${words[0]}: ${said({ ...result, stdout: '' })}`, { evidence }));
}
