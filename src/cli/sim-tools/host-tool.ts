import { HOUR } from '../../core/units.ts';
import type { Context } from '../context.ts';

/** What of a caller's environment such tools obey. */
const OBEYED = /^(SYSTEMD_[A-Z_]+|LC_[A-Z]+|LANG|TZ|COLUMNS|CUDA_VISIBLE_DEVICES)$/;

/** The caller ends a tool that takes too long, not we. */
const LONGEST_MS = 1000 * HOUR;

/** A tool of the host itself, in /usr/bin there. */
export async function hostTool(context: Context, name: string, words: readonly string[]): Promise<void> {
  const host = await context.services.host();
  const env = Object.entries(context.env).filter(
    (entry): entry is [string, string] => OBEYED.test(entry[0]) && entry[1] !== undefined,
  );
  const result = await host.run([`/usr/bin/${name}`, ...words], {
    env: Object.fromEntries(env),
    timeout_ms: LONGEST_MS,
  });
  context.stdout.write(result.stdout);
  context.stderr.write(result.stderr);
  context.setExitCode(result.code ?? 1);
}
