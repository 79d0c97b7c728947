import { FaultError, fault } from '../core/fault.ts';
import type { Redactor } from '../core/secrets.ts';
import { visible } from '../core/visible.ts';
import type { Present } from '../ports/supervisor.ts';
import type { Context } from './context.ts';
import type { Options } from './options.ts';

/**
 * A yes before the first stop of a server that Holdpoint did not start; the plan was shown before. Without a terminal
 * only `--yes` is one. Fault: `usage`.
 */
export async function consent(
  context: Context,
  options: Options,
  present: Present,
  redact: Redactor,
): Promise<void> {
  const { generation, ours } = present;
  if (generation === null || ours || options.yes) return;
  const leader = present.members.find((member) => member.pid === generation.pid);
  const who =
    leader === undefined ? '' : ` (user ${visible(leader.user)}: ${visible(redact.text(leader.command))})`;
  const process = `pid ${generation.pid}${who}`;
  const server = generation.kind === 'systemd' ? `${generation.unit}, ${process},` : process;
  if (context.ask === null) {
    const hint = 'look at `holdpoint plan`, then say --yes';
    throw new FaultError(
      fault(
        'usage',
        `${server} was not started by Holdpoint and would be stopped, and there is no terminal to ask`,
        { hint },
      ),
    );
  }
  const answer = await context.ask(
    `${server} was not started by Holdpoint and will be stopped, and put back at the end. Go on? [y/N] `,
  );
  if (!/^y(es)?$/i.test(answer.trim())) {
    throw new FaultError(
      fault('usage', 'no yes was given; nothing was touched', {
        hint: 'call it again when the server may be stopped',
      }),
    );
  }
}
