import type { TrialStatus } from '../../../../src/core/documents/sweep.ts';
import type { FaultName } from '../../../../src/core/fault.ts';
import type { DeviceLab, ServerOptions } from '../../support/devices/device-lab.ts';
import type { Ran } from '../../support/ran.ts';

/** Right after the first record that says so, and before anything follows from it. */
export type Moment = 'old server gone' | 'setting started' | 'measuring' | 'restore begun';

/** One fault of a real machine, and what must come of it. */
export interface Row {
  readonly name: string;
  /** What happens on the machine. */
  readonly host: string;
  /** Why this must come; the specification's section in brackets. */
  readonly why: string;
  /** Also where only six minutes are to be had. */
  readonly short: boolean;
  readonly serve?: ServerOptions;
  /** Of `holdpoint.yaml`, over what all rows have. */
  readonly file?: () => Readonly<Record<string, unknown>>;
  /** Before Holdpoint begins. */
  readonly before?: (lab: DeviceLab) => void;
  readonly plant?: { readonly at: Moment; readonly act: (lab: DeviceLab) => void };
  /** The same once more, where `holdpoint restore` is tried. */
  readonly heal?: (lab: DeviceLab) => void;
  /** How the setting ended. */
  readonly setting: TrialStatus;
  /** The first fault that was met, with those of its data that must be there; null: none. */
  readonly fault: { readonly name: FaultName; readonly data?: Readonly<Record<string, unknown>> } | null;
  /** What Holdpoint did; `also` must hold it where the fault does not. */
  readonly did: string;
  readonly exit: number;
  /** By the machine's own word. `by restore`: exit 23, and back by the command of its hint once that was healed. */
  readonly original: 'back' | 'never touched' | 'by restore' | 'as the operator left it';
  /** What is not as good as it should be. */
  readonly weakness?: string;
  readonly also?: (ran: Ran, lab: DeviceLab) => void;
}
