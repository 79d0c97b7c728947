import type { Fault } from '../../core/fault.ts';
import type { Host } from '../../ports/host.ts';
import type { Pace } from '../time/paced-clock.ts';

export type HostMethod = Exclude<keyof Host, 'kind' | 'simulated'>;

/** What may be asked of the simulated host through its socket. `files`: it may read or change files. */
export const HOST_METHODS: Readonly<Record<HostMethod, 'files' | 'no files'>> = {
  identity: 'no files',
  processes: 'no files',
  process: 'no files',
  environment: 'no files',
  workingFolder: 'no files',
  io: 'no files',
  controlGroup: 'no files',
  sharedMemory: 'no files',
  port: 'no files',
  connections: 'no files',
  memory: 'no files',
  http: 'no files',
  file: 'files',
  readText: 'files',
  writeText: 'files',
  remove: 'files',
  list: 'files',
  run: 'files',
};

/** `slow`: whoever asks watches an answer, until `fast` or until it leaves. */
export type ControlMethod = HostMethod | 'slow' | 'fast';

/** One line to the simulation. */
export interface ControlRequest {
  readonly id: number;
  readonly method: ControlMethod;
  readonly args: readonly unknown[];
}

/** One line from it: the answer to a request, or that time goes at another speed from now on. */
export type ControlLine = ({ readonly id: number } & ControlAnswer) | { readonly pace: Pace };

/** `error`: a bug of the simulation. */
export type ControlAnswer =
  | { readonly value: unknown }
  | { readonly fault: Fault }
  | { readonly error: string };

/** Whole lines from the pieces that a socket gives. */
export function lineSplitter(line: (text: string) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) line(text);
  };
}
