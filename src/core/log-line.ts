/** One line of a server's log. `line` counts from 1, `offset` in bytes, both from the beginning of the generation. */
export interface LogLine {
  readonly text: string;
  readonly line: number;
  readonly offset: number;
  /** The log ends within it: what is there of it may be the beginning of something else. Absent: it is whole. */
  readonly torn?: boolean;
}

/** A cursor behind every end: no line is asked for, only that what there is has been read and kept. */
export const END_OF_LOG = Number.MAX_SAFE_INTEGER;
