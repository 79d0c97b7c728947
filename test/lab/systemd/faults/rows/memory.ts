import { expect } from 'vitest';
import type { DeviceLab } from '../../../support/devices/device-lab.ts';
import type { Row } from '../row.ts';

const JOB = 'finetune';
const rule = (text: string) => ({
  at: 'old server gone' as const,
  act: (lab: DeviceLab) => lab.devices.rule(text),
});
const heal = (lab: DeviceLab) => lab.devices.heal();
const NOT_BACK = { setting: 'failed', exit: 23, original: 'by restore' } as const;

export const MEMORY: readonly Row[] = [
  {
    name: 'memory never back',
    host: 'one of eight devices keeps what the dead server held; no process holds it',
    why: 'nothing is started over it, the original neither (3, hold point 4 and rules)',
    short: true,
    file: () => ({ limits: { release: '25s' } }),
    plant: rule('kept=5'),
    heal,
    fault: { name: 'memory-not-released', data: { trend: 'not falling', holders: [] } },
    did: 'waited for `limits.release`, started nothing',
    ...NOT_BACK,
  },
  {
    name: 'foreign process on one device',
    host: "somebody's job takes 20 GiB of one device as soon as the old server is gone",
    why: 'named with pid, user and command, never signalled (3, hold point 4)',
    short: true,
    file: () => ({ limits: { release: '6s' } }),
    plant: {
      at: 'old server gone',
      act: (lab) => lab.hold(lab.job(JOB, 'sleep', '600'), 3, 20_480, 'python finetune.py'),
    },
    heal: (lab) => lab.endJob(JOB),
    fault: { name: 'memory-held-by-foreign' },
    did: 'named it, sent it no signal, started nothing',
    ...NOT_BACK,
    also(ran, lab) {
      const pid = lab.pidOfJob(JOB);
      expect(pid).not.toBe(0);
      expect(ran.fault.message).toContain(`pid ${pid} (user root): /usr/bin/sleep 600`);
    },
  },
  {
    name: 'nvidia-smi hangs',
    host: 'from the end of the old server on no call returns',
    why: 'a look is bounded, and nothing is started blindly (3, hold point 4)',
    short: false,
    plant: rule('hangs=1'),
    heal,
    fault: { name: 'probe-hung' },
    did: 'ended the calls after their time-out, started nothing',
    ...NOT_BACK,
  },
  {
    name: 'nvidia-smi missing',
    host: 'the tool is gone when the old server is',
    why: 'what cannot be read is not free (3, rules)',
    short: true,
    plant: { at: 'old server gone', act: (lab) => lab.devices.takeToolAway() },
    heal,
    fault: { name: 'probe-failed' },
    did: 'named the path, started nothing',
    ...NOT_BACK,
  },
  {
    name: 'nvidia-smi with wrong rights',
    host: 'the tool may no longer be executed',
    why: 'what cannot be read is not free (3, rules)',
    short: false,
    plant: { at: 'old server gone', act: (lab) => lab.devices.takeRightsAway() },
    heal,
    fault: { name: 'probe-failed' },
    did: 'named the path, started nothing',
    ...NOT_BACK,
  },
  {
    name: 'nvidia-smi refuses its user',
    host: 'it ends with exit code 4 and `Insufficient Permissions`',
    why: 'the same, told as what it is',
    short: false,
    plant: rule("broken='Insufficient Permissions' code=4"),
    heal,
    fault: { name: 'permission' },
    did: 'quoted the tool, started nothing',
    ...NOT_BACK,
  },
  {
    name: '`[N/A]` on one device',
    host: 'one device has no numbers any more once the old server is gone',
    why: '`[N/A]` is never 0 (3, rules)',
    short: true,
    file: () => ({ limits: { release: '10s' } }),
    plant: rule('unavailable=2'),
    heal,
    fault: { name: 'memory-unknown' },
    did: 'started nothing',
    ...NOT_BACK,
  },
  {
    name: '`[N/A]` on one device from the beginning',
    host: 'one device has no numbers before anything was stopped',
    why: 'refused while nothing is lost yet (3, rules)',
    short: true,
    before: (lab) => lab.devices.rule('unavailable=2'),
    setting: 'pending',
    fault: { name: 'memory-unknown' },
    did: 'refused to begin',
    exit: 21,
    original: 'never touched',
  },
  {
    name: 'one device vanishes',
    host: 'it is not listed any more once the old server is gone',
    why: 'hardware: the run stops, and the original cannot start on what is left (3, hold point 4)',
    short: true,
    plant: rule('lost=3'),
    heal,
    fault: { name: 'device-missing' },
    did: 'started nothing',
    ...NOT_BACK,
  },
];
