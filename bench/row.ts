/** One number of a row. It holds if it is no more than its limit; without a limit it only informs. */
export interface Figure {
  readonly what: string;
  /** null: it could not be measured here, for the reason in `detail`. */
  readonly value: number | null;
  readonly unit: string;
  readonly limit: number | null;
  /** How far single readings lie apart, as text. */
  readonly noise: string;
  /** Everything that helps to judge the number: CPU beside wall time, what it is compared with. */
  readonly detail: string;
}

/** One claim about speed with the way in which it is measured. */
export interface Row {
  readonly name: string;
  readonly how: string;
  measure(): Promise<readonly Figure[]>;
}

/** null: there is nothing to hold. */
export function holds({ value, limit }: Figure): boolean | null {
  if (limit === null) return null;
  return value !== null && value <= limit;
}
