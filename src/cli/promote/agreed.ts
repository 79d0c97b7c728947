import { FaultError, fault } from '../../core/fault.ts';
import type { Context } from '../context.ts';
import type { Options } from '../options.ts';

/** A yes to what was shown; without a terminal only `--yes` is one. Fault: `usage`. */
export async function agreed(context: Context, options: Options): Promise<void> {
  if (options.yes) return;
  if (context.ask === null)
    throw new FaultError(
      fault('usage', 'nothing was touched: there is no terminal to ask for a yes', {
        hint: 'look at what --dry-run shows, then say --yes',
      }),
    );
  if (/^y(es)?$/i.test((await context.ask('Go on? [y/N] ')).trim())) return;
  const hint = 'call it again when it may be done';
  throw new FaultError(fault('usage', 'no yes was given; nothing was touched', { hint }));
}
