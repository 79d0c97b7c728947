import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Lock } from '../../src/ports/lock.ts';
import { type Gaps, testExcept } from './gaps.ts';

/** What the suite needs of a lock: two holders that know nothing of each other, and one that dies. */
export interface LockSubject {
  readonly lock: Lock;
  readonly other: Lock;
  /** Another process takes the names and is killed with them. */
  takenByTheDead(names: readonly string[], run: string): Promise<void>;
  dispose(): Promise<void>;
}

const MARK = {
  run_id: '2030-01-01-k26',
  dir: '/data/runs/one',
  uid: process.getuid?.() ?? 0,
  since: '2030-01-01T00:00:00Z',
};

/** What every lock keeps. */
export function contractOfLock(name: string, make: () => Promise<LockSubject>, gaps: Gaps = {}): void {
  const check = testExcept(gaps);
  let subject: LockSubject;
  let lock: Lock;

  describe(`${name} keeps the contract of Lock`, () => {
    beforeEach(async () => {
      subject = await make();
      lock = subject.lock;
    });
    afterEach(() => subject.dispose());

    check('one holder at a time, who can be named, and nobody afterwards', async () => {
      expect(await lock.holder('service')).toBeNull();
      const lease = await lock.acquire(['service'], 'run-1');
      expect(await subject.other.holder('service')).toMatchObject({ pid: process.pid, run: 'run-1' });
      await expect(subject.other.acquire(['service'], 'run-2')).rejects.toMatchObject({
        fault: { name: 'lock-held', data: { pid: process.pid, run: 'run-1', user: expect.any(String) } },
      });
      await lease.release();
      expect(await lock.holder('service')).toBeNull();
      const next = await subject.other.acquire(['service'], 'run-2');
      await lease.release();
      expect(await lock.holder('service')).toMatchObject({ run: 'run-2' });
      await next.release();
    });

    check('names are taken sorted, each once, and all or none', async () => {
      const device = await lock.acquire(['gpu-1'], 'run-1');
      const refused = subject.other.acquire(['service', 'gpu-1', 'gpu-0'], 'run-2');
      await expect(refused).rejects.toMatchObject({ fault: { name: 'lock-held', data: { name: 'gpu-1' } } });
      expect(await lock.holder('gpu-0')).toBeNull();
      expect(await lock.holder('service')).toBeNull();
      await device.release();
      const lease = await subject.other.acquire(['service', 'gpu-1', 'gpu-0', 'gpu-1'], 'run-2');
      expect(lease.names).toEqual(['gpu-0', 'gpu-1', 'service']);
      await lease.release();
    });

    check('names that do not meet do not disturb each other', async () => {
      const leases = await Promise.all([lock.acquire(['gpu-0'], 'a'), subject.other.acquire(['gpu-1'], 'b')]);
      for (const lease of leases) await lease.release();
    });

    test.each(['../../etc/passwd', '', 'a/b', 'x'.repeat(5000), 'new\nline', '\0'])(
      'any text is a name: %j',
      async (text) => {
        const lease = await lock.acquire([text], 'run-1');
        expect(await lock.holder(text)).toMatchObject({ run: 'run-1' });
        await lease.release();
      },
    );

    check('the dead hold nothing', async () => {
      await subject.takenByTheDead(['service', 'gpu-0'], 'run-1');
      expect(await lock.holder('service')).toBeNull();
      const lease = await lock.acquire(['service', 'gpu-0'], 'run-2');
      expect(await lock.holder('service')).toMatchObject({ run: 'run-2' });
      await lease.release();
    });

    check('the mark of an unrestored run stays after its process and its lock', async () => {
      expect(await lock.unrestored('service')).toBeNull();
      const lease = await lock.acquire(['service'], 'run-1');
      await lock.markUnrestored('service', MARK);
      await lease.release();
      expect(await subject.other.unrestored('service')).toEqual(MARK);
      expect(await subject.other.unrestored('gpu-0')).toBeNull();
      await subject.other.markUnrestored('service', { ...MARK, run_id: 'another' });
      expect(await lock.unrestored('service')).toMatchObject({ run_id: 'another' });
      await lock.clearUnrestored('service');
      await lock.clearUnrestored('service');
      expect(await subject.other.unrestored('service')).toBeNull();
    });
  });
}
