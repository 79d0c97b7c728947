import { visible } from '../core/visible.ts';
import { duration } from '../report/format.ts';
import { wrap } from '../report/width.ts';
import type { Output } from '../tui/output.ts';
import { Window } from '../tui/window.ts';

const HEARTBEAT_S = 30;

/** What `wait` says meanwhile: in place on a terminal, else when it changes and every 30 s. */
export class WaitNotice {
  readonly #output: Output;
  readonly #window: Window;
  #last: string | null = null;
  #told_s = 0;

  constructor(output: Output) {
    this.#output = output;
    this.#window = new Window(output);
  }

  tell(missing: string, elapsed_s: number): void {
    const text = `waiting: ${visible(missing)}; meanwhile nothing is touched; Ctrl-C ends the waiting`;
    if (this.#output.isTTY)
      return this.#window.draw(wrap(`${duration(elapsed_s)} ${text}`, this.#output.columns - 1));
    if (missing === this.#last && elapsed_s - this.#told_s < HEARTBEAT_S) return;
    this.#last = missing;
    this.#told_s = elapsed_s;
    this.#output.write(`${duration(elapsed_s)} ${text}\n`);
  }

  close(): void {
    if (this.#output.isTTY) this.#window.close();
  }
}
