import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A program that was called by a script takes up to a real second to start and to end, which would be minutes of
 * simulated time. So it is present by a file with its pid from its first instruction on, and time goes as in life; while
 * it waits for the simulated host, the file is away. Where a program was not called that way, nothing happens.
 */
export interface Presence {
  /** It waits from now on; the result ends that. */
  away(): () => void;
}

export function presenceIn(folder: string): Presence {
  const file = join(folder, String(process.pid));
  const called = existsSync(file);
  let waits = 0;
  const back = (): void => {
    waits -= 1;
    if (waits === 0 && existsSync(folder)) writeFileSync(file, '');
  };
  return {
    away() {
      if (!called) return () => {};
      waits += 1;
      if (waits === 1) rmSync(file, { force: true });
      let over = false;
      return () => {
        if (!over) back();
        over = true;
      };
    },
  };
}
