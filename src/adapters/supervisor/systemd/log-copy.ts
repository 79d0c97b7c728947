import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Where a unit's log is kept beside the journal, which forgets. */
export interface LogCopy {
  /** Bytes that the file holds; 0 where there is none. */
  size(file: string): Promise<number>;
  append(file: string, text: string): Promise<void>;
}

/** Files of the run folder, readable by its owner alone; no link is followed. */
export const FILE_COPY: LogCopy = {
  async size(file) {
    return within(file, constants.O_RDONLY, async (handle) => (await handle.stat()).size).catch(() => 0);
  },
  append(file, text) {
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
    return within(file, flags, async (handle) => {
      await handle.write(text);
    });
  },
};

async function within<T>(
  file: string,
  flags: number,
  use: (handle: Awaited<ReturnType<typeof open>>) => Promise<T>,
): Promise<T> {
  const handle = await open(file, flags | constants.O_NOFOLLOW, 0o600);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}
