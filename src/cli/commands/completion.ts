import { RootCommand } from '@bomb.sh/tab';
import { suggest } from '../../core/config/did-you-mean.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { captured } from '../captured.ts';
import type { CommandFunction } from '../command.ts';
import { printEnvelope } from '../envelope.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'];

export const completion: CommandFunction = async (context, { operands, options }) => {
  const [shell = ''] = operands;
  if (!SHELLS.includes(shell)) {
    throw new FaultError(fault('usage', `no completion for \`${shell}\``, { hint: suggest(shell, SHELLS) }));
  }
  const script = captured(() => new RootCommand().setup('holdpoint', 'holdpoint', shell));
  if (options.json) printEnvelope(context, { command: 'completion', data: { shell, script } });
  else context.stdout.write(script);
};
