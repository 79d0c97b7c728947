import type { PromoteDocument } from '../../core/documents/promote.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { visible } from '../../core/visible.ts';
import { serviceKey } from '../../run/service-key.ts';
import { refuseUnrestored } from '../../run/unrestored.ts';
import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { printEnvelope } from '../envelope.ts';
import { requireLinux } from '../linux.ts';
import type { Options } from '../options.ts';
import { agreed } from '../promote/agreed.ts';
import { carryOut } from '../promote/carry-out.ts';
import { ofProcess } from '../promote/of-process.ts';
import { promoteText } from '../promote/promote-text.ts';
import { installing, type Proposal, removing } from '../promote/proposal.ts';
import { unitRedactor } from '../promote/secrets-in-units.ts';
import { type Swept, sweptRun } from '../promote/swept.ts';
import { definitionsIn, redactorFor } from '../redaction.ts';
import { oneAnswer } from '../run-with-face.ts';

/** Makes the winner of a sweep the unit's own, or takes it away again; what is done is shown before. */
export const promote: CommandFunction = async (context, { operands, options }) => {
  requireLinux(context, 'promote');
  oneAnswer(options);
  refuseMixed(options);
  const swept = await sweptRun(context, options, operands[0]);
  const { configuration } = swept.stored;
  if (configuration.service.kind !== 'systemd') return printProcess(context, options, swept);
  await refuseUnrestored(swept.ports.lock, serviceKey(configuration), null);
  const proposal = options.undo ? await removing(swept) : await installing(swept, options);
  if (options.dryRun || proposal.done) return print(context, options, swept, proposal);
  const document = safe(swept, proposal);
  if (!options.json) context.stderr.write(`${promoteText(document, context.stderr.columns).join('\n')}\n\n`);
  await agreed(context, options);
  await carryOut(context, options, swept, proposal);
};

function refuseMixed({ undo, persist, trial }: Options): void {
  if (!undo || (!persist && trial === undefined)) return;
  const hint = '--undo takes away whatever this run has installed';
  throw new FaultError(fault('usage', '--undo goes with neither --persist nor --trial', { hint }));
}

function safe({ ports, stored }: Swept, { document, plan }: Proposal): PromoteDocument {
  return unitRedactor(ports, [plan, stored.plan]).json(document);
}

function print(context: Context, options: Options, swept: Swept, proposal: Proposal): void {
  const document = safe(swept, proposal);
  const { simulated } = swept.ports.host;
  if (options.json) return printEnvelope(context, { command: 'promote', simulated, data: document });
  const lines = promoteText(document, context.stdout.columns);
  const last = proposal.done ? ['', 'it is installed and runs already: nothing is left to do'] : [];
  context.stdout.write(`${[...lines, ...last].join('\n')}\n`);
}

function printProcess(context: Context, options: Options, swept: Swept): void {
  const document = redactorFor(swept.ports, definitionsIn(swept.stored.plan)).json(ofProcess(swept, options));
  const { simulated } = swept.ports.host;
  if (options.json) return printEnvelope(context, { command: 'promote', simulated, data: document });
  for (const line of document.effects) context.stderr.write(`${visible(line)}\n`);
  context.stdout.write(`${visible(document.command.shown)}\n`);
}
