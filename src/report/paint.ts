/** Colour as a function that the caller gives: a file gets none, a terminal that wants it gets some. */
export interface Paint {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly doubtful: (text: string) => string;
}

const same = (text: string): string => text;

export const PLAIN: Paint = { strong: same, faint: same, good: same, bad: same, doubtful: same };
