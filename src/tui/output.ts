/** A stream as commands see it. `write` never throws and never blocks: a lost reader makes it quiet. */
export interface Output {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly rows: number;
  write(text: string): void;
}

interface WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/**
 * The terminal may go at any time (EIO after SIGHUP, EPIPE after `| head`), and a sweep goes on without it: the first
 * error ends all writing. Without the listener Node would end the process on it. `columns` (of the environment) is for a
 * stream that has no width of its own.
 */
export function quietOutput(stream: WritableStream, columns?: string): Output {
  let lost = false;
  stream.on('error', () => {
    lost = true;
  });
  return {
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns || Number(columns) || DEFAULT_COLUMNS;
    },
    get rows() {
      return stream.rows || DEFAULT_ROWS;
    },
    write(text) {
      if (lost) return;
      try {
        stream.write(text);
      } catch {
        lost = true;
      }
    },
  };
}
