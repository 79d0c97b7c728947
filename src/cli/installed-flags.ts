import { FaultError, fault, type Problem } from '../core/fault.ts';
import { visible } from '../core/visible.ts';
import { localStorage } from '../run/doctor/storage.ts';
import { askHelp } from '../run/engine-help.ts';
import type { Ports } from '../run/ports.ts';
import type { Context } from './context.ts';
import type { Planned } from './planned.ts';

/**
 * Before anything is stopped: the installed engine's own help must name every swept flag. Fault: `configuration`, with
 * each flag's place. An engine that gives no help is no obstacle, but that is said.
 */
export async function requireKnownFlags(
  { env, stderr }: Context,
  { configuration, plan }: Planned,
  { host }: Ports,
): Promise<void> {
  const path = env['PATH'] ?? '';
  const answer = await askHelp({ configuration, definition: plan.base, host, storage: localStorage, path });
  if (answer.kind === 'failed')
    stderr.write(
      `the swept flags could not be checked against the engine's own help: ${visible(answer.why)}\n`,
    );
  if (answer.kind !== 'asked' || answer.unknown.length === 0) return;
  const problems = answer.unknown.map(({ flag, near, place }): Problem => {
    const { file, line, column } = place;
    const remedy = near === null ? 'take the build that knows it' : `did you mean \`${near}\`?`;
    return {
      file,
      line,
      column,
      message: `the installed ${configuration.engine} does not know ${flag}`,
      remedy,
    };
  });
  const message = problems[0]?.message ?? 'a flag is unknown';
  const evidence = [{ kind: 'help', text: `${answer.command} does not name it` }];
  throw new FaultError(fault('configuration', message, { problems, evidence }));
}
