import { existsSync, type FSWatcher, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Milliseconds } from '../../core/units.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Cancel } from '../machine.ts';
import type { FastClock } from './fast-clock.ts';
import { SPEED_OF_LIFE } from './speeds.ts';

/** How often it is looked whether they still live. */
const LOOK_EVERY_MS: Milliseconds = 20;

/** So long a script has after the end of one program to call the next. */
const TO_THE_NEXT_MS: Milliseconds = 100;

/** Lets time go no faster than in life while a program is present: see `remote/presence.ts`. */
export class PresentPrograms {
  readonly #folder: string;
  readonly #real: Clock;
  readonly #clock: FastClock;
  readonly #present = new Map<string, Cancel>();
  readonly #watcher: FSWatcher;
  readonly #lingering = new Set<Cancel>();
  #cancel: Cancel | null = null;

  constructor(folder: string, real: Clock, clock: FastClock) {
    this.#folder = folder;
    this.#real = real;
    this.#clock = clock;
    this.#watcher = watch(folder, (_, name) => {
      if (name !== null && /^\d+$/.test(name)) this.#look(name);
    });
    this.#watcher.on('error', () => {});
  }

  close(): void {
    this.#watcher.close();
    for (const name of [...this.#present.keys()]) this.#letGo(name);
    for (const cancel of this.#lingering) cancel();
  }

  #look(name: string): void {
    const there = existsSync(join(this.#folder, name));
    if (!there) return this.#letGo(name);
    if (this.#present.has(name)) return;
    this.#present.set(name, this.#clock.slow(SPEED_OF_LIFE));
    this.#cancel ??= this.#real.alarm(LOOK_EVERY_MS, () => this.#bury());
  }

  #letGo(name: string): void {
    this.#present.get(name)?.();
    this.#present.delete(name);
    if (this.#present.size > 0) return;
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Nobody takes the file of a dead program away. */
  #bury(): void {
    this.#cancel = this.#real.alarm(LOOK_EVERY_MS, () => this.#bury());
    for (const name of [...this.#present.keys()]) {
      if (lives(Number(name))) continue;
      rmSync(join(this.#folder, name), { force: true });
      this.#linger();
      this.#letGo(name);
    }
  }

  #linger(): void {
    const speedUp = this.#clock.slow(SPEED_OF_LIFE);
    const cancel = this.#real.alarm(TO_THE_NEXT_MS, () => {
      this.#lingering.delete(cancel);
      speedUp();
    });
    this.#lingering.add(cancel);
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
