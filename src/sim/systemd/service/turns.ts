/**
 * Operations of one service, one after the other. Every look at the clock may let events happen, so one can come in the
 * midst of an operation, above all the end of a process that is just being signalled: it waits until that is over.
 */
export class Turns {
  #busy = false;
  readonly #waiting: (() => void)[] = [];

  /** An operation that was asked for: now, also as a part of the one that is going on. */
  operate(run: () => void): void {
    if (this.#busy) {
      run();
      return;
    }
    this.#busy = true;
    try {
      for (let next: (() => void) | undefined = run; next !== undefined; next = this.#waiting.shift()) next();
    } finally {
      this.#busy = false;
    }
  }

  /** Something has happened: it takes its turn. */
  event(run: () => void): void {
    if (this.#busy) this.#waiting.push(run);
    else this.operate(run);
  }
}
