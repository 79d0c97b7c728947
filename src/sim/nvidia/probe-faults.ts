import type { Milliseconds } from '../../core/units.ts';
import type { Machine } from '../machine.ts';

/** Device whose memory columns are not available, unless the script names one. */
const NOT_AVAILABLE_DEVICE = 2;

/** What the script of faults does to nvidia-smi itself. */
export class ProbeFaults {
  readonly #machine: Pick<Machine, 'time' | 'faults'>;
  /** null: for ever. */
  #hangs_until: Milliseconds | null = 0;
  #begun_starts = 1;

  /** `onServerEnd` calls back with the number of the start to come whenever a server has ended. */
  constructor(machine: Pick<Machine, 'time' | 'faults'>, onServerEnd: (run: (next: number) => void) => void) {
    this.#machine = machine;
    onServerEnd((next) => {
      this.#begun_starts = next;
      const hang = machine.faults.at('probe-hangs', next);
      if (hang !== null) this.#hangs_until = hang.ms === null ? null : machine.time.now() + hang.ms;
    });
  }

  /** How long a call that begins now sits in the driver and never returns; null: for ever, 0: it does not. */
  hang(): Milliseconds | null {
    if (this.#hangs_until === null) return null;
    return Math.max(0, this.#hangs_until - this.#machine.time.now());
  }

  /** Tied to no start unless the script says one: then from the end of the server before it. */
  memoryKnown(device: number): boolean {
    const fault = this.#machine.faults.find('not-available');
    if (fault === null || (fault.start ?? 1) > this.#begun_starts) return true;
    return (fault.device ?? NOT_AVAILABLE_DEVICE) !== device;
  }
}
