import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { Member } from '../../src/core/generation.ts';
import type { Accelerator } from '../../src/ports/accelerator.ts';
import { type Gaps, testExcept } from './gaps.ts';

/** What the suite needs of an accelerator: a process that holds memory there. */
export interface AcceleratorSubject {
  readonly accelerator: Accelerator;
  readonly holder: Member;
  /** Name of a shared-memory object that the holder has made; empty: none. */
  readonly object: string;
  /** Ends the holder; what it shared stays. */
  endHolder(): Promise<void>;
  removeObject(): Promise<void>;
  dispose(): Promise<void>;
}

/** What every accelerator keeps. */
export function contractOfAccelerator(
  name: string,
  make: () => Promise<AcceleratorSubject>,
  gaps: Gaps = {},
): void {
  const test = testExcept(gaps);
  let subject: AcceleratorSubject;

  describe(`${name} keeps the contract of Accelerator`, () => {
    beforeEach(async () => {
      subject = await make();
    });
    afterEach(() => subject.dispose());

    test('each device has a name of its own, and its numbers agree', async () => {
      const devices = await subject.accelerator.read([], []);
      expect(devices.length).toBeGreaterThan(0);
      expect(new Set(devices.map((device) => device.id)).size).toBe(devices.length);
      for (const { used_bytes, free_bytes, total_bytes } of devices) {
        if (used_bytes === null || free_bytes === null || total_bytes === null) continue;
        expect(used_bytes).toBeGreaterThan(0);
        expect(used_bytes + free_bytes).toBeLessThanOrEqual(total_bytes);
      }
    });

    test('a member that holds memory is a holder, and ours', async () => {
      const devices = await subject.accelerator.read([subject.holder], []);
      const { pid, user, command } = subject.holder;
      const holder = devices.flatMap((device) => device.holders).find((other) => other.pid === pid);
      expect(holder).toMatchObject({ pid, user, command, ours: true });
      expect(holder?.used_bytes).toBeGreaterThan(0);
    });

    test('a process with other start ticks is not the member', async () => {
      const other = { ...subject.holder, start_ticks: subject.holder.start_ticks - 1 };
      const devices = await subject.accelerator.read([other], []);
      expect(devices.flatMap((device) => device.holders).filter((holder) => holder.ours)).toEqual([]);
      expect(devices.flatMap((device) => device.objects)).toEqual([]);
    });

    test('a member that is gone holds nothing', async () => {
      await subject.endHolder();
      const devices = await subject.accelerator.read([subject.holder], []);
      expect(devices.flatMap((device) => device.holders).filter((holder) => holder.ours)).toEqual([]);
    });

    test('what a member shared is there until it is removed, also when the member is gone', async () => {
      const { accelerator, holder, object } = subject;
      const objects = async (ours: Member[], names: string[]): Promise<string[]> =>
        (await accelerator.read(ours, names)).flatMap((device) => device.objects.map(({ name }) => name));
      expect(await objects([holder], [])).toEqual([object]);
      await subject.endHolder();
      expect(await objects([holder], [object, 'never-there'])).toEqual([object]);
      await subject.removeObject();
      expect(await objects([holder], [object])).toEqual([]);
    });
  });
}
