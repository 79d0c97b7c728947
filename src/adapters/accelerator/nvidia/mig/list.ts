import type { Rows } from '../parse.ts';

/** One line of an instance in `nvidia-smi -L`. */
export interface ListedInstance {
  /** Of the device that is split. */
  readonly parent: string;
  /** Counted within the device. */
  readonly number: number;
  /** `3g.20gb`. */
  readonly profile: string;
  /** `MIG-...`: what CUDA_VISIBLE_DEVICES takes. */
  readonly uuid: string;
}

const DEVICE = /^GPU \d+: .* \(UUID: (GPU-[0-9A-Za-z-]{1,80})\)$/;
const INSTANCE = /^\s+MIG (\S{1,40})\s+Device\s+(\d{1,3}): \(UUID: (MIG-[0-9A-Za-z/-]{1,120})\)$/;

/** The answer to `-L`: each device, and below it its instances. */
export function parseList(stdout: string): Rows<ListedInstance> {
  const rows: ListedInstance[] = [];
  let parent: string | null = null;
  for (const line of stdout.split('\n')) {
    const text = line.trimEnd();
    if (text === '') continue;
    const device = DEVICE.exec(text);
    if (device !== null) parent = device[1] ?? null;
    else {
      const [, profile, number, uuid] = INSTANCE.exec(text) ?? [];
      if (parent === null || profile === undefined || uuid === undefined) return { garbage: text };
      rows.push({ parent, number: Number(number), profile, uuid });
    }
  }
  return { rows };
}
