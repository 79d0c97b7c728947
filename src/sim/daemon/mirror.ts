import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { MiB } from '../../core/units.ts';
import type { Files } from '../machine.ts';

/** What scripts look at and edit. */
const SHOWN = ['/etc'];

/** No file of a configuration is larger; what is, was put there by mistake. */
const LARGEST = MiB;

interface Known {
  readonly text: string;
  /** Changes whenever the real file does. */
  readonly state: string;
}

/**
 * Files of the simulated host as real ones below a folder, so that `sed` and editors reach them. `take` brings in what
 * was done to the real ones, `give` shows what happened on the simulated host; between them the real ones win.
 */
export class Mirror {
  readonly #root: string;
  readonly #files: Files;
  readonly #known = new Map<string, Known>();

  constructor(root: string, files: Files) {
    this.#root = root;
    this.#files = files;
  }

  take(): void {
    const seen = new Set<string>();
    for (const top of SHOWN)
      for (const path of this.#realFiles(top)) {
        seen.add(path);
        this.#takeOne(path);
      }
    for (const path of [...this.#known.keys()]) {
      if (seen.has(path)) continue;
      this.#known.delete(path);
      this.#files.remove(path);
    }
  }

  give(): void {
    const there = new Set(SHOWN.flatMap((top) => this.#simulatedFiles(top)));
    for (const path of there) this.#giveOne(path, this.#files.read(path) ?? '');
    for (const path of [...this.#known.keys()]) {
      if (there.has(path)) continue;
      this.#known.delete(path);
      rmSync(join(this.#root, path), { force: true });
    }
  }

  #takeOne(path: string): void {
    const real = join(this.#root, path);
    const facts = statSync(real, { throwIfNoEntry: false });
    if (facts === undefined || facts.size > LARGEST) return;
    const known = this.#known.get(path);
    const state = stateOf(facts);
    if (known?.state === state) return;
    const text = readFileSync(real, 'utf8');
    this.#known.set(path, { text, state });
    if (known?.text !== text) this.#files.write(path, text);
  }

  #giveOne(path: string, text: string): void {
    if (this.#known.get(path)?.text === text) return;
    const real = join(this.#root, path);
    mkdirSync(dirname(real), { recursive: true });
    const beside = join(dirname(real), `.holdpoint-${process.pid}`);
    writeFileSync(beside, text);
    renameSync(beside, real);
    this.#known.set(path, { text, state: stateOf(statSync(real)) });
  }

  /** Plain files; a link could lead out of the folder. */
  #realFiles(folder: string): string[] {
    return entries(join(this.#root, folder)).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return this.#realFiles(path);
      return entry.isFile() ? [path] : [];
    });
  }

  #simulatedFiles(folder: string): string[] {
    return this.#files.list(folder).flatMap((name) => {
      const path = `${folder}/${name}`;
      return this.#files.read(path) === null ? this.#simulatedFiles(path) : [path];
    });
  }
}

function entries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function stateOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [ino, size, mtimeMs, ctimeMs].join(' ');
}
