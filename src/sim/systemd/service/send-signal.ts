import type { Kernel, Signal } from '../../machine.ts';
import type { KillMode } from '../unit-file/definition.ts';
import { type ControlGroup, commandName } from './control-group.ts';

/** One round of signals to the processes of a service, as KillMode= has it. */
export interface SignalRound {
  readonly kernel: Kernel;
  readonly cgroup: ControlGroup;
  readonly mode: KillMode;
  /** 0: none lives. */
  readonly main_pid: number;
  readonly signal: Signal;
  /** The round that kills: with `mixed` it is for all, the others for the main process only. */
  readonly hard: boolean;
  readonly killing: (text: string) => void;
}

/** True: something was signalled whose end must be waited for. */
export function sendSignal({ kernel, cgroup, mode, main_pid, signal, hard, killing }: SignalRound): boolean {
  if (mode === 'none') return false;
  const whole = mode === 'control-group' || (mode === 'mixed' && hard);
  const others = whole ? cgroup.members().filter(({ pid }) => pid !== main_pid) : [];
  const main = main_pid === 0 ? null : kernel.process(main_pid);
  for (const view of main === null ? others : [main, ...others]) {
    if (hard) killing(`Killing process ${view.pid} (${commandName(view)}) with signal SIGKILL.`);
    kernel.kill(view.pid, signal);
    if (view.state === 'T' && !hard) kernel.kill(view.pid, 'CONT');
  }
  return main_pid !== 0 || others.length > 0;
}
