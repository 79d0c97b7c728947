import { FaultError, fault } from '../../core/fault.ts';
import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { date } from '../sim-tools/date.ts';
import { hostTool } from '../sim-tools/host-tool.ts';
import { sleep } from '../sim-tools/sleep.ts';
import { timeout } from '../sim-tools/timeout.ts';

type Tool = (context: Context, words: readonly string[]) => Promise<void>;

const TOOLS: Readonly<Record<string, Tool>> = {
  systemctl: (context, words) => hostTool(context, 'systemctl', words),
  journalctl: (context, words) => hostTool(context, 'journalctl', words),
  'nvidia-smi': (context, words) => hostTool(context, 'nvidia-smi', words),
  sleep,
  date,
  timeout,
};

/** One of the small programs that `holdpoint sim` puts on PATH. */
export const simTool: CommandFunction = async (context, { operands, options }) => {
  const tool = TOOLS[options.tool ?? ''];
  if (tool === undefined) throw new FaultError(fault('usage', `no tool \`${options.tool ?? ''}\``));
  await tool(context, operands);
};
