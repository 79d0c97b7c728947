import { Nvidia, type NvidiaOptions } from '../../../../src/adapters/accelerator/nvidia/nvidia.ts';
import { MiB } from '../../../../src/core/units.ts';
import { type Frame, ScriptedHost, TOOL } from './scripted-host.ts';
import { eight } from './smi.ts';

/** Eight devices on which nobody holds anything. */
export const quiet: Frame = { gpus: eight(300 * MiB) };

/** The adapter over a tool that answers so. */
export function scene(frame: Frame | (() => Frame), options: Partial<NvidiaOptions> = {}) {
  const scripted = new ScriptedHost(typeof frame === 'function' ? frame : () => frame);
  const accelerator = new Nvidia({
    host: scripted.host,
    tool: TOOL,
    devices: null,
    floored: [],
    environment: null,
    ...options,
  });
  return { scripted, accelerator };
}

/** Whatever is asked, the tool ends so. */
export const failing = (answer: Frame['answer']): Frame => ({ ...quiet, answer: answer ?? {} });
