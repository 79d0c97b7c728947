import { displayWidth } from '../report/width.ts';
import type { Output } from './output.ts';

const ERASE_LINE = '\x1b[K';
const ERASE_BELOW = '\x1b[J';
/** Terminals that know it show the frame at once, others ignore it. */
const FRAME_BEGIN = '\x1b[?2026h';
const FRAME_END = '\x1b[?2026l';

/**
 * The only owner of the terminal: a window of lines at the bottom that is drawn over, and lines printed above it that
 * stay. The cursor is never hidden and no other screen is entered, so a killed process leaves a sane terminal.
 */
export class Window {
  readonly #output: Output;
  #drawn: readonly string[] = [];

  constructor(output: Output) {
    this.#output = output;
  }

  /** Lines are no wider than the terminal; each is erased after it is written, not before, so nothing flickers. */
  draw(lines: readonly string[]): void {
    const body = lines.map((line) => `${line}${ERASE_LINE}\n`).join('');
    this.#output.write(`${FRAME_BEGIN}${this.#toTop()}${body}${ERASE_BELOW}${FRAME_END}`);
    this.#drawn = lines;
  }

  /** A line that stays, above the window. */
  print(line: string): void {
    const window = this.#drawn;
    this.#output.write(`${FRAME_BEGIN}${this.#toTop()}${ERASE_BELOW}${line}\n${FRAME_END}`);
    this.#drawn = [];
    if (window.length > 0) this.draw(window);
  }

  /** Takes the window away: what it showed is told by whoever writes next. */
  close(): void {
    this.#output.write(`${this.#toTop()}${ERASE_BELOW}`);
    this.#drawn = [];
  }

  /** In a terminal that became narrower each drawn line takes several rows. */
  #toTop(): string {
    const columns = this.#output.columns;
    const rows = this.#drawn.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / columns)),
      0,
    );
    const up = Math.min(rows, this.#output.rows - 1);
    return up === 0 ? '\r' : `\r\x1b[${up}A`;
  }
}
