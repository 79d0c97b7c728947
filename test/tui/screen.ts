import { displayWidth } from '../../src/report/width.ts';

/**
 * A terminal small enough to be checked by eye: knows the sequences that the window uses and throws on any other, so a
 * foreign sequence cannot pass unseen.
 */
export class Screen {
  readonly columns: number;
  lines: string[] = [''];
  row = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string): void {
    for (const part of text.match(/\x1b\[\??\d*[A-Za-z]|\r|\n|[^\x1b\r\n]+|\x1b/g) ?? []) this.#apply(part);
  }

  #apply(part: string): void {
    const up = /^\x1b\[(\d+)A$/.exec(part);
    if (up !== null) this.row = Math.max(0, this.row - Number(up[1]));
    else if (part === '\x1b[J') this.lines = [...this.lines.slice(0, this.row), ''];
    else if (
      part === '\x1b[K' ||
      part === '\x1b[?2026h' ||
      part === '\x1b[?2026l' ||
      /^\x1b\[\d+m$/.test(part)
    )
      return;
    else if (part === '\r') this.lines[this.row] ??= '';
    else if (part === '\n') {
      this.row += 1;
      this.lines[this.row] ??= '';
    } else if (part.startsWith('\x1b')) throw new Error(`unknown sequence ${JSON.stringify(part)}`);
    else {
      if (displayWidth(part) > this.columns) throw new Error(`too wide: ${part}`);
      this.lines[this.row] = part;
    }
  }
}
