import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled } from '../support/compiled.ts';

/** A mount of our own, seen by nobody else, in a user namespace. */
const UNSHARE = ['unshare', '--map-root-user', '--mount', '--'] as const;
const canMount = spawnSync(UNSHARE[0], [...UNSHARE.slice(1), 'true']).status === 0;

test.skipIf(!canMount)(
  'on a full disk the reserve is given up, and what follows is journaled until it is used up',
  async () => {
    const folder = await compiled(
      'src/adapters/clock/virtual.ts',
      'src/adapters/journal/file.ts',
      'src/adapters/journal/read.ts',
    );
    await mkdir(join(folder, 'disk'));
    const inside = 'mount -t tmpfs -o size=3m none "$1" && exec "$2" "$3" "$1"';
    const argv = [
      'sh',
      '-c',
      inside,
      'sh',
      join(folder, 'disk'),
      process.execPath,
      join(folder, 'full-disk.mjs'),
    ];
    const { stdout, stderr } = spawnSync(UNSHARE[0], [...UNSHARE.slice(1), ...argv], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const seen = JSON.parse(stdout);
    expect(seen).toMatchObject({
      reservedBefore: true,
      filled: 'ENOSPC',
      failure: 'journal-failed',
      reservedAtFirst: false,
      sound: true,
    });
    // One megabyte of records that fit nowhere else.
    expect(seen.appended).toBeGreaterThanOrEqual(9);
    await rm(folder, { recursive: true });
  },
);
