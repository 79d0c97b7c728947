import { basename, dirname } from 'node:path';

export const SUDO = '/usr/bin/sudo';

/** The commands that root would run to put one file in its place; each word is fixed, so nothing else can be asked for. */
export interface DropInActs {
  /** Makes the folder and an empty file beside it, which systemd does not read because of its name. */
  readonly begin: readonly string[];
  /** Takes the text from its input. */
  readonly fill: readonly string[];
  /** Only now, and whole, it is the file that systemd reads. */
  readonly put: readonly string[];
  readonly remove: readonly string[];
}

/**
 * `mode` 0600 is for a text with a secret: then the file belongs to `user`, who must be able to read it. `install` alone
 * does not do: the input of a tool is a socket here, which cannot be opened again by its name.
 */
export function dropInActs(file: string, user: string, mode: number): DropInActs {
  const beside = `${dirname(file)}/.${basename(file)}.new`;
  const owner = mode === 0o600 ? ['-o', user] : [];
  const bits = mode.toString(8).padStart(4, '0');
  return {
    begin: ['/usr/bin/install', '-D', ...owner, '-m', bits, '/dev/null', beside],
    fill: ['/usr/bin/tee', beside],
    put: ['/usr/bin/mv', '-T', beside, file],
    remove: ['/usr/bin/rm', '-f', file],
  };
}
