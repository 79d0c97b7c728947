import type { StatusDocument } from '../../core/documents/status.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { readStatus } from '../../run/status.ts';
import { paintFor } from '../../tui/ansi.ts';
import { Window } from '../../tui/window.ts';
import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { printEnvelope } from '../envelope.ts';
import { requireLinux } from '../linux.ts';
import { runsFolder } from '../runs-folder.ts';
import { statusText } from '../status-text.ts';
import { targetOf } from '../target.ts';

const LOOK_EVERY_MS = 2000;

export const status: CommandFunction = async (context, { options }) => {
  requireLinux(context, 'status');
  if (options.follow && options.json)
    throw new FaultError(fault('usage', '--json prints one document and --follow never ends'));
  const configuration = await targetOf(context, options, null);
  const ports = await context.services.wire(configuration, {
    tools_from_path: options.toolsFromPath === true,
  });
  const read = (): Promise<StatusDocument> => readStatus(configuration, ports, runsFolder(context, options));
  if (options.follow) return follow(context, read);
  const document = await read();
  if (options.json)
    printEnvelope(context, { command: 'status', simulated: ports.host.simulated, data: document });
  else context.stdout.write(`${text(context, document).join('\n')}\n`);
};

/** In place on a terminal, else again whenever something has changed. */
async function follow(context: Context, read: () => Promise<StatusDocument>): Promise<void> {
  const left = new AbortController();
  const off = context.onInterrupt(() => left.abort());
  const window = new Window(context.stdout);
  let last = '';
  while (!left.signal.aborted) {
    const lines = text(context, await read());
    if (context.stdout.isTTY) window.draw(lines);
    else if (lines.join('\n') !== last) context.stdout.write(`${lines.join('\n')}\n\n`);
    last = lines.join('\n');
    await context.clock.wait(LOOK_EVERY_MS, left.signal);
  }
  off();
}

function text(context: Context, document: StatusDocument): string[] {
  const { stdout } = context;
  return statusText(document, stdout.columns - 1, paintFor(stdout.isTTY, context.env));
}
