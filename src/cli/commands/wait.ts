import type { ServiceConfiguration } from '../../core/config/configuration.ts';
import { suggest } from '../../core/config/did-you-mean.ts';
import type { HoldPointRecord } from '../../core/documents/sweep.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { sameUnit } from '../../core/generation.ts';
import { MINUTE } from '../../core/units.ts';
import { evidenceLines } from '../../report/failures.ts';
import { duration } from '../../report/format.ts';
import { readToken } from '../../run/token.ts';
import { type WaitCondition, waitFor } from '../../run/wait.ts';
import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { printEnvelope } from '../envelope.ts';
import { requireLinux } from '../linux.ts';
import type { Unit } from '../named-service.ts';
import type { Options } from '../options.ts';
import { durationOption, sizeOption } from '../quantities.ts';
import { unitBeside } from '../starting-unit.ts';
import { targetOf } from '../target.ts';
import { WaitNotice } from '../wait-notice.ts';

const CONDITIONS: readonly WaitCondition[] = ['stopped', 'released', 'ready', 'generating'];
const INTERRUPTED = 130;

export const wait: CommandFunction = async (context, { operands, options }) => {
  requireLinux(context, 'wait');
  const condition = conditionFrom(operands[0] ?? '');
  const record = await waitedFor(context, options, condition);
  if (record === null) {
    context.stderr.write('interrupted; nothing was touched\n');
    context.setExitCode(INTERRUPTED);
    context.services.endInterrupted();
  } else if (options.json) printEnvelope(context, { command: 'wait', data: record });
  else
    context.stdout.write(
      `${[`${condition} after ${duration(record.waited_s)}`, ...evidenceLines(record.evidence)].join('\n')}\n`,
    );
};

/** null: interrupted. */
async function waitedFor(
  context: Context,
  options: Options,
  condition: WaitCondition,
): Promise<HoldPointRecord | null> {
  const since = options.since === undefined ? null : readToken(options.since);
  const timeout_ms = durationOption('timeout', options.timeout) ?? 45 * MINUTE;
  const floor_bytes = sizeOption('floor', options.floor);
  const lives = condition === 'ready' || condition === 'generating';
  const matters = options.since === undefined && (lives || !namesTarget(options));
  const beside = matters ? await unitBeside(context, options) : null;
  const aimed = beside === null || namesTarget(options) ? options : { ...options, ...namedBy(beside) };
  const configuration = await targetOf(context, aimed, since);
  if (since !== null) refuseOther(since.service, configuration.service);
  const ports = await context.services.wire(configuration, {
    tools_from_path: options.toolsFromPath === true,
  });
  const operator = await context.services.operator('continue');
  const notice = new WaitNotice(context.stderr);
  const waiting = (text: string, elapsed_s: number): void => notice.tell(text, elapsed_s);
  // who waits as a part of the start cannot mean a server of before it
  const starting = beside !== null && configuration.service.kind === 'systemd';
  const any_generation =
    options.anyGeneration === true || (starting && sameUnit(beside, configuration.service));
  const { endpoint } = configuration;
  try {
    return await waitFor({
      condition,
      since,
      endpoint,
      floor_bytes,
      any_generation,
      timeout_ms,
      ports,
      operator,
      waiting,
    });
  } catch (error) {
    if (error instanceof FaultError && operator.latest !== null) return null;
    throw error;
  } finally {
    notice.close();
    operator.dispose();
  }
}

function namesTarget({ file, unit, pid, port, endpoint, since }: Options): boolean {
  return [file, unit, pid, port, endpoint, since].some((value) => value !== undefined);
}

function namedBy({ unit, scope }: Unit): Pick<Options, 'unit' | 'user'> {
  return { unit, user: scope === 'user' };
}

/** What is not of the target counts as gone there: a token of another service would always be satisfied. */
function refuseOther(marked: ServiceConfiguration, target: ServiceConfiguration): void {
  const same =
    marked.kind === 'systemd'
      ? target.kind === 'systemd' && sameUnit(marked, target)
      : target.kind !== 'systemd';
  if (same) return;
  throw new FaultError(
    fault('usage', `the token is of ${named(marked)}, and what is waited for is ${named(target)}`, {
      hint: 'a token says by itself which server it is of: leave out what names another one',
    }),
  );
}

function named(service: ServiceConfiguration): string {
  if (service.kind !== 'systemd') return 'a process that belongs to no unit';
  return `the ${service.scope} unit ${service.unit}`;
}

function conditionFrom(text: string): WaitCondition {
  const known = CONDITIONS.find((condition) => condition === text);
  if (known !== undefined) return known;
  throw new FaultError(
    fault('usage', `\`${text}\` cannot be waited for`, { hint: suggest(text, CONDITIONS) }),
  );
}
