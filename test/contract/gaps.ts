import { test } from 'vitest';

/** Tests of a contract that cannot run on one of its subjects: by title, with the reason. */
export type Gaps = Readonly<Record<string, string>>;

/** Registers a test; where there is a gap it is skipped by name, with the reason. */
export function testExcept(gaps: Gaps): (title: string, run: () => Promise<void>) => void {
  return (title, run) => {
    const reason = gaps[title];
    if (reason === undefined) test(title, run);
    else test.skip(`${title} (${reason})`);
  };
}
