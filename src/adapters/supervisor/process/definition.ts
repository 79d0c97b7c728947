import type { Definition } from '../../../core/generation.ts';
import type { Host, ProcessRow } from '../../../ports/host.ts';
import { GENERATION_VARIABLE } from './environment.ts';

/**
 * How a running process was started, as the kernel shows it; null: gone or unreadable. The id that Holdpoint added is
 * left out, since it belongs to that one life.
 */
export async function runningDefinition(host: Host, row: ProcessRow): Promise<Definition | null> {
  const env = await host.environment(row.pid);
  const cwd = await host.workingFolder(row.pid);
  // Read again, so that all parts are of one process and of one program.
  const after = await host.process(row.pid);
  if (env === null || cwd === null || after === null || after.start_ticks !== row.start_ticks) return null;
  const { [GENERATION_VARIABLE]: _, ...rest } = env;
  return { argv: after.argv, env: rest, cwd, env_complete: true };
}

/** Text that was no UTF-8 cannot be given back to the kernel as it was. */
export function isLossless(definition: Definition): boolean {
  const texts = [...definition.argv, ...Object.entries(definition.env).flat(), definition.cwd];
  return !texts.some((text) => text.includes('\ufffd'));
}
