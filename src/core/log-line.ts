/** One line of a server's log. `line` counts from 1, `offset` in bytes, both from the beginning of the generation. */
export interface LogLine {
  readonly text: string;
  readonly line: number;
  readonly offset: number;
}
