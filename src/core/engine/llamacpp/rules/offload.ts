import { lastMatch, message, quoted } from '../log.ts';
import type { View } from '../view.ts';
import type { Rule } from './rule.ts';

const HOST_BUFFER = /^(?:CPU|AMX|BLAS)|_Host$/;

export interface Offload {
  readonly layers: number;
  /** Layers of the model that could be; null: this build offers none to offload. */
  readonly of: number | null;
  readonly evidence: string;
}

/**
 * Layers that really lie on a device. The engine's `offloaded 25/25 layers to GPU` only echoes the request, also on a
 * machine without any: it counts where a buffer of a device follows it. null: the log is too quiet to say.
 */
export function offload(view: View): Offload | null {
  const begin = lastMatch(view.log.target, /^load_tensors: loading model tensors/);
  if (begin === null) return null;
  const lines = view.log.target.slice(view.log.target.indexOf(begin.line));
  const buffers = lines.flatMap((line) => {
    const name = /^load_tensors: +(\S+) model buffer size =/.exec(message(line))?.[1];
    return name === undefined ? [] : [{ name, line }];
  });
  if (buffers.length === 0) return null;
  const echo = lastMatch(lines, /^load_tensors: offloaded (\d+)\/(\d+) layers to GPU/);
  const devices = buffers.filter(({ name }) => !HOST_BUFFER.test(name));
  const shown = [...(echo === null ? [] : [echo.line]), ...buffers.map(({ line }) => line)].map(quoted);
  return {
    layers: devices.length === 0 || echo === null ? 0 : Number(echo.groups[0]),
    of: echo === null ? null : Number(echo.groups[1]),
    evidence: [
      ...shown,
      devices.length === 0 ? 'no buffer on a device' : `on ${devices.map((d) => d.name).join(', ')}`,
    ].join('; '),
  };
}

/** `-ngl`: a number, `all`, or `auto` (left to the engine); more than the model has means all. */
export const gpuLayers: Rule = {
  observe(view) {
    const found = offload(view);
    return found === null ? null : { value: found.layers, source: 'log', evidence: found.evidence };
  },
  judge(wanted, observed, view) {
    if (wanted === 'auto' || Number(wanted) < 0)
      return { agrees: true, rule: 'forced', note: 'left to the engine' };
    const of = offload(view)?.of ?? Number.POSITIVE_INFINITY;
    const clipped = wanted === 'all' || Number(wanted) > of;
    return { agrees: observed.value === (clipped ? of : Number(wanted)), rule: clipped ? 'forced' : 'equal' };
  },
  from: 'the log: `load_tensors: offloaded N/M layers to GPU`, where a buffer of a device follows it; without one 0',
  says: 'equal; more than the model has, and all: every layer; auto left to the engine',
};
