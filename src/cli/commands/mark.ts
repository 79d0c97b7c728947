import { mark as witness } from '../../run/mark.ts';
import { writeToken } from '../../run/token.ts';
import type { CommandFunction } from '../command.ts';
import { printEnvelope } from '../envelope.ts';
import { requireLinux } from '../linux.ts';
import { sizeOption } from '../quantities.ts';
import { targetOf } from '../target.ts';

/** The token is the answer, alone on its line, so that a script can keep it. */
export const mark: CommandFunction = async (context, { options }) => {
  requireLinux(context, 'mark');
  const floor = sizeOption('floor', options.floor);
  const configuration = await targetOf(context, options, null);
  const ports = await context.services.wire(configuration, {
    tools_from_path: options.toolsFromPath === true,
  });
  const seen = await witness(ports, configuration, floor ?? configuration.accelerator.floor);
  const token = writeToken(seen);
  const { service, generation, members, at } = seen;
  const { address, port } = seen.endpoint;
  const unit = service.kind === 'systemd' ? service.unit : null;
  if (options.json)
    printEnvelope(context, {
      command: 'mark',
      data: { token, unit, generation, members: members.length, address, port, at },
    });
  else {
    if (unit !== null && options.unit === undefined && options.file === undefined)
      context.stderr.write(`the server is run by the unit ${unit}, which is marked\n`);
    context.stdout.write(`${token}\n`);
  }
};
