import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface BuiltCli {
  /** Absolute path of the script that `holdpoint` is. */
  readonly program: string;
  remove(): void;
}

/** The program as it is published, from the sources as they are now. Inside node_modules, so that it finds its libraries. */
export async function buildCli(): Promise<BuiltCli> {
  const folder = mkdtempSync(join(repository, 'node_modules', '.holdpoint-test-'));
  await build({ config: join(repository, 'tsdown.config.ts'), outDir: folder, logLevel: 'silent' });
  return {
    program: join(folder, 'cli.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
