import type { Bytes, EpochMilliseconds } from '../core/units.ts';
import type { Files } from './machine.ts';

/** One file as it stands. */
export interface SimFile {
  readonly text: string;
  readonly size_bytes: Bytes;
  readonly mode: number;
  readonly uid: number;
  readonly inode: number;
  readonly mtime: EpochMilliseconds;
}

const FIRST_INODE = 131_000;

/** The file system of the simulated machine. Folders exist while something lies in them. */
export class SimFiles implements Files {
  readonly #wall: () => EpochMilliseconds;
  readonly #files = new Map<string, SimFile>();
  #inodes = FIRST_INODE;

  constructor(wall: () => EpochMilliseconds) {
    this.#wall = wall;
  }

  read(path: string): string | null {
    return this.#files.get(path)?.text ?? null;
  }

  facts(path: string): SimFile | null {
    return this.#files.get(path) ?? null;
  }

  isFolder(path: string): boolean {
    const prefix = folderPrefix(path);
    for (const other of this.#files.keys()) if (other.startsWith(prefix)) return true;
    return false;
  }

  write(path: string, text: string): void {
    const { mode, uid } = this.#files.get(path) ?? { mode: 0o644, uid: 0 };
    this.place(path, { text, mode, uid });
  }

  /** A file with facts of its own; `size_bytes` may be more than the text, as of a model that nobody reads. */
  place(
    path: string,
    file: {
      readonly text?: string;
      readonly size_bytes?: Bytes;
      readonly mode?: number;
      readonly uid?: number;
    },
  ): void {
    this.#inodes += 1;
    const { text = '', mode = 0o644, uid = 0, size_bytes = Buffer.byteLength(text) } = file;
    this.#files.set(path, { text, size_bytes, mode, uid, inode: this.#inodes, mtime: this.#wall() });
  }

  remove(path: string): boolean {
    return this.#files.delete(path);
  }

  /** Everything below a folder. */
  forget(folder: string): void {
    const prefix = folderPrefix(folder);
    for (const path of [...this.#files.keys()]) if (path.startsWith(prefix)) this.#files.delete(path);
  }

  list(folder: string): readonly string[] {
    const prefix = folderPrefix(folder);
    const names = new Set<string>();
    for (const path of this.#files.keys()) {
      if (path.startsWith(prefix)) names.add(path.slice(prefix.length).split('/', 1)[0] ?? '');
    }
    return [...names].sort();
  }
}

function folderPrefix(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
