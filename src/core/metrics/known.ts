/** Without what is unknown. */
export function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null);
}
