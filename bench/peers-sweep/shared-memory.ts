import { readFileSync, rmSync } from 'node:fs';

const OBJECT = /\/dev\/shm\/psm_\w+/g;

/** Shared memory of servers that the sweep kills: nobody else removes it. */
export class SharedMemory {
  readonly #files = new Set<string>();

  /** Remembers what these processes have mapped now. */
  note(pids: readonly number[]): void {
    for (const pid of pids) for (const [file] of mapsOf(pid).matchAll(OBJECT)) this.#files.add(file);
  }

  /** Removes what was remembered; called when all who had it are gone. */
  remove(): void {
    for (const file of this.#files) rmSync(file, { force: true });
  }
}

/** Empty: it is gone. */
function mapsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8');
  } catch {
    return '';
  }
}
