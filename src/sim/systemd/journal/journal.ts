import type { Random, SimTime } from '../../machine.ts';
import { formatCursor } from './cursor.ts';

export type Fields = Readonly<Record<string, string>>;

export interface Entry {
  /** From 1, in the order of arrival. */
  readonly sequence: number;
  readonly realtime_us: number;
  /** Since the boot in which it was written. */
  readonly monotonic_us: number;
  readonly cursor: string;
  readonly fields: Fields;
}

/** Fields by whose value entries are found without looking at all. */
const INDEXED = [
  '_SYSTEMD_INVOCATION_ID',
  'INVOCATION_ID',
  '_SYSTEMD_UNIT',
  'UNIT',
  'MESSAGE_ID',
  '_PID',
] as const;

/** What the journal must know of the machine. It outlives a reboot, as /var/log/journal does. */
export interface JournalMachine {
  readonly time: SimTime;
  readonly random: Random;
  readonly kernel: { readonly boot_id: string; readonly hostname: string; readonly booted_at: number };
}

/** The journal of the machine: entries in order, found by sequence number, time or the fields of a unit. */
export class Journal {
  readonly id: string;
  readonly machine_id: string;
  readonly #machine: JournalMachine;
  readonly #entries: Entry[] = [];
  readonly #index = new Map<string, Map<string, number[]>>(INDEXED.map((field) => [field, new Map()]));
  /** What is random in the hashes of its entries. */
  readonly #salt: number;
  /** Each line carries it. */
  #boot = { dashed: '', plain: '' };

  constructor(machine: JournalMachine) {
    this.#machine = machine;
    const random = machine.random.fork('journal');
    this.id = hexadecimal(random, 32);
    this.machine_id = hexadecimal(random, 32);
    this.#salt = random.integer(0x100000000);
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Boot id as the journal writes it: 32 hex digits. */
  get boot_id(): string {
    const { boot_id } = this.#machine.kernel;
    if (this.#boot.dashed !== boot_id) this.#boot = { dashed: boot_id, plain: boot_id.replaceAll('-', '') };
    return this.#boot.plain;
  }

  append(fields: Fields): Entry {
    const { time, kernel } = this.#machine;
    const sequence = this.#entries.length + 1;
    const realtime_us = Math.round(time.wall() * 1000);
    const monotonic_us = Math.max(1, Math.round((time.now() - kernel.booted_at) * 1000));
    const boot = this.boot_id;
    const salt = this.#salt;
    const journal = this.id;
    const entry: Entry = {
      sequence,
      realtime_us,
      monotonic_us,
      // few entries are ever asked for it
      get cursor() {
        return formatCursor({
          journal,
          sequence,
          boot,
          monotonic_us,
          realtime_us,
          hash: hashOf(salt, sequence),
        });
      },
      fields: { _BOOT_ID: boot, _MACHINE_ID: this.machine_id, _HOSTNAME: kernel.hostname, ...fields },
    };
    this.#entries.push(entry);
    for (const [field, places] of this.#index) {
      const value = fields[field];
      if (value !== undefined) remember(places, value, sequence);
    }
    return entry;
  }

  at(sequence: number): Entry | null {
    return this.#entries[sequence - 1] ?? null;
  }

  /** The first sequence number whose entry is not older; one past the last where all are. */
  firstSince(realtime_us: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.realtime_us ?? 0) < realtime_us) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  /** Sequence numbers of the entries with that value, ascending. null: this field is not indexed. */
  having(field: string, value: string): readonly number[] | null {
    const places = this.#index.get(field);
    return places === undefined ? null : (places.get(value) ?? []);
  }
}

function remember(places: Map<string, number[]>, value: string, sequence: number): void {
  const list = places.get(value);
  if (list === undefined) places.set(value, [sequence]);
  else list.push(sequence);
}

/** 16 hex digits that no other entry of the journal has: an odd factor maps whole numbers one to one. */
function hashOf(salt: number, sequence: number): string {
  const hex = (number: number) => (number >>> 0).toString(16).padStart(8, '0');
  return hex(Math.imul(sequence, 0x9e3779b1)) + hex(salt ^ sequence);
}

/** Random hex digits. */
export function hexadecimal(random: Random, digits: number): string {
  let text = '';
  while (text.length < digits) text += random.integer(0x10000).toString(16).padStart(4, '0');
  return text;
}
