/** Columns of a linear model with (X'X)^-1: all that its coefficients, residuals and their errors need. */
export interface Design {
  /** One array per column, each as long as there are observations. */
  readonly columns: readonly (readonly number[])[];
  readonly inverse: readonly (readonly number[])[];
  /** Observations less columns. */
  readonly degrees: number;
}

/** null: the columns depend on each other, or there are more of them than observations. */
export function designOf(columns: readonly (readonly number[])[]): Design | null {
  const observations = columns[0]?.length ?? 0;
  const inverse = inverted(columns.map((a) => columns.map((b) => dot(a, b))));
  return inverse === null || observations < columns.length
    ? null
    : { columns, inverse, degrees: observations - columns.length };
}

/** (X'X)^-1 X'y. */
export function coefficients({ columns, inverse }: Design, y: readonly number[]): readonly number[] {
  const products = columns.map((column) => dot(column, y));
  return inverse.map((row) => dot(row, products));
}

/** What the model leaves of y: y - X (X'X)^-1 X'y. */
export function residuals(design: Design, y: readonly number[]): number[] {
  const rest = [...y];
  for (const [k, coefficient] of coefficients(design, y).entries()) {
    const column = design.columns[k] ?? [];
    for (let i = 0; i < rest.length; i++) rest[i] = at(rest, i) - coefficient * at(column, i);
  }
  return rest;
}

/** Share of the variance of observation i that is left in its residual: 1 - x_i'(X'X)^-1 x_i. */
export function leftShare({ columns, inverse }: Design, i: number): number {
  const row = columns.map((column) => at(column, i));
  return (
    1 -
    dot(
      row,
      inverse.map((line) => dot(line, row)),
    )
  );
}

export function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += at(a, i) * at(b, i);
  return sum;
}

/** Gauss-Jordan with the largest pivot; the matrices here have at most nine rows. */
function inverted(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length;
  const work = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    let best = column;
    for (let row = column; row < size; row++)
      if (Math.abs(at(work[row], column)) > Math.abs(at(work[best], column))) best = row;
    const pivot = work[best] ?? [];
    const scale = at(pivot, column);
    if (Math.abs(scale) < 1e-9) return null;
    work[best] = work[column] ?? [];
    work[column] = pivot;
    for (let j = 0; j < 2 * size; j++) pivot[j] = at(pivot, j) / scale;
    for (const [i, row] of work.entries()) {
      const factor = at(row, column);
      if (i === column || factor === 0) continue;
      for (let j = 0; j < 2 * size; j++) row[j] = at(row, j) - factor * at(pivot, j);
    }
  }
  return work.map((row) => row.slice(size));
}

function at(list: readonly number[] | undefined, i: number): number {
  return list?.[i] ?? 0;
}
