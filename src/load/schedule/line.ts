import { type LoadRun, mayStart } from './load-run.ts';

interface Waiting {
  readonly index: number;
  readonly intended: number;
}

/** Requests in their order, of which no more than `max_open` are open. */
export class Line {
  readonly #max: number;
  readonly #run: LoadRun;
  readonly #waiting: Waiting[] = [];
  #open = 0;
  #idle: (() => void) | null = null;

  /** `max_open` null: no limit. */
  constructor(max_open: number | null, run: LoadRun) {
    this.#max = max_open ?? Number.POSITIVE_INFINITY;
    this.#run = run;
  }

  /** A request that is due now. It is sent, though the end of the time came a moment before it. */
  add(request: Waiting): void {
    if (this.#open < this.#max) this.#send(request);
    else this.#waiting.push(request);
  }

  /** Resolves when every request has ended or was told as unsent. Nothing may be added after it. */
  async end(): Promise<void> {
    if (this.#open > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #send({ index, intended }: Waiting): void {
    this.#open++;
    const ended = (): void => {
      this.#open--;
      this.#advance();
      if (this.#open === 0) this.#idle?.();
    };
    // why one could not be kept is told by the load itself, which sends nothing more then
    this.#run.send(index, index, intended).then(ended, ended);
  }

  #advance(): void {
    while (this.#open < this.#max) {
      const request = this.#waiting.shift();
      if (request === undefined) return;
      if (mayStart(this.#run, request.index)) this.#send(request);
      else if (!this.#run.signal.aborted) this.#run.unsent(request.index, request.intended);
    }
  }
}
