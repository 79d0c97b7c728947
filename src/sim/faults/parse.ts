import { FaultError, fault } from '../../core/fault.ts';
import { FAULT_NAMES, type FaultSpec } from './book.ts';

/** Load phases in which a fault can be asked to happen, in their order. */
export const PHASES = ['args', 'dist', 'weights', 'kv', 'graphs', 'draft', 'warmup', 'serving'] as const;

/** Those whose moment is a phase. */
const WITH_PHASE: readonly string[] = ['crash', 'stall'];

/** Reads `NAME[:PHASE][@START]`. Fault: `usage`. */
export function parseFaultSpec(text: string): FaultSpec {
  const [, word = '', phase = null, start = null] =
    /^([a-z0-9-]+)(?::([a-z]+))?(?:@(\d{1,3}))?$/.exec(text) ?? [];
  const name = FAULT_NAMES.find((known) => known === word);
  if (name === undefined)
    throw usage(`no fault \`${text}\``, `there are ${FAULT_NAMES.join(', ')}; written NAME[:PHASE][@START]`);
  if (phase !== null && !WITH_PHASE.includes(name))
    throw usage(`the fault ${name} has no phase`, `only ${WITH_PHASE.join(' and ')} have one`);
  if (phase !== null && !PHASES.some((known) => known === phase))
    throw usage(`no phase \`${phase}\` of a load`, `there are ${PHASES.join(', ')}`);
  if (name === 'stall' && phase === 'serving')
    throw usage('a server at service does not stall', 'that fault is called `hang`');
  if (start !== null && Number(start) < 1)
    throw usage(`no start ${start}`, 'starts are counted from 1, the server that runs at the beginning');
  return { name, phase, start: start === null ? null : Number(start), device: null, bytes: null, ms: null };
}

function usage(message: string, hint: string): FaultError {
  return new FaultError(fault('usage', message, { hint }));
}
