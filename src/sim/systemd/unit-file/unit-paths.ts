import type { Files } from '../../machine.ts';

/** Where the system's manager looks for units, the first first. */
export const UNIT_FOLDERS = [
  '/etc/systemd/system.control',
  '/run/systemd/system.control',
  '/run/systemd/transient',
  '/etc/systemd/system',
  '/run/systemd/system',
  '/usr/local/lib/systemd/system',
  '/lib/systemd/system',
  '/usr/lib/systemd/system',
] as const;

/** The unit file that counts; null: there is none. An empty one masks the unit, as a link to /dev/null does. */
export function findFragment(
  files: Files,
  name: string,
): { readonly path: string; readonly text: string } | null {
  for (const folder of UNIT_FOLDERS) {
    const path = `${folder}/${name}`;
    const text = files.read(path);
    if (text !== null) return { path, text };
  }
  return null;
}

/**
 * The drop-ins that count, in the order in which they are read: sorted by file name over all folders; of files with the
 * same name the one of the first folder. Empty ones mask and are left out.
 */
export function findDropIns(files: Files, name: string): readonly string[] {
  const found = new Map<string, string>();
  for (const owner of dropInOwners(name)) {
    for (const folder of UNIT_FOLDERS) {
      for (const file of files.list(`${folder}/${owner}.d`))
        if (file.endsWith('.conf') && !found.has(file)) found.set(file, `${folder}/${owner}.d/${file}`);
    }
  }
  return [...found.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, path]) => path)
    .filter((path) => (files.read(path) ?? '').trim() !== '');
}

/** Folders of drop-ins that exist: the manager notices a change only in those it knew at the last reload. */
export function dropInFolders(files: Files, name: string): readonly string[] {
  return dropInOwners(name)
    .flatMap((owner) => UNIT_FOLDERS.map((folder) => `${folder}/${owner}.d`))
    .filter((folder) => files.list(folder).length > 0);
}

/** `a-b-c.service`, then `a-b-.service`, `a-.service`, `service`. */
function dropInOwners(name: string): readonly string[] {
  const base = name.replace(/\.service$/, '');
  const owners = [name];
  for (let dash = base.lastIndexOf('-', base.length - 2); dash > 0; dash = base.lastIndexOf('-', dash - 1))
    owners.push(`${base.slice(0, dash + 1)}.service`);
  return [...owners, 'service'];
}

/** Links in `*.wants` folders, as `systemctl enable` makes them. In this file system a link is a file. */
export function findWants(files: Files, name: string, targets: readonly string[]): readonly string[] {
  return ['multi-user.target', 'default.target', 'graphical.target', ...targets]
    .filter((target, index, all) => all.indexOf(target) === index)
    .flatMap((target) =>
      UNIT_FOLDERS.map((folder) => `${folder}/${target}.wants`)
        .filter((folder) => files.list(folder).includes(name))
        .map((folder) => `${folder}/${name}`),
    );
}

/** Names of the units that are started at boot, sorted. */
export function wantedAtBoot(files: Files): readonly string[] {
  const names = new Set<string>();
  for (const target of ['multi-user.target', 'default.target', 'graphical.target'])
    for (const folder of UNIT_FOLDERS)
      for (const name of files.list(`${folder}/${target}.wants`))
        if (name.endsWith('.service')) names.add(name);
  return [...names].sort();
}
