import type { Kernel, ProcessView } from '../../machine.ts';

/** The processes of a service: what lives in its control group. */
export class ControlGroup {
  readonly path: string;
  readonly #kernel: Kernel;

  constructor(kernel: Kernel, unit: string) {
    this.#kernel = kernel;
    this.path = `/system.slice/${unit}`;
  }

  /** A zombie is gone. */
  members(): readonly ProcessView[] {
    return this.#kernel.inCgroup(this.path).filter(({ state }) => state !== 'Z');
  }

  get empty(): boolean {
    return this.members().length === 0;
  }
}

/** The name of a process as /proc/PID/comm has it: at most 15 characters. */
export function commandName({ argv }: { readonly argv: readonly string[] }): string {
  const program = argv[0] ?? '';
  return program.slice(program.lastIndexOf('/') + 1).slice(0, 15);
}
