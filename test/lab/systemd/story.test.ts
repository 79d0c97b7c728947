import { expect } from 'vitest';
import { SETTINGS } from '../../../src/sim/story/configuration.ts';
import { describeReal } from '../../helpers/real-things.ts';
import { type DeviceLab, test } from '../support/devices/device-lab.ts';
import type { Ran } from '../support/ran.ts';

const SETTING = 'DDTree worker. block_size=8, tree_budget=';

describeReal(['systemd'], 'the four settings of the story on a real systemd', () => {
  test('come through, each confirmed from the journal of its own generation, and nothing of the operator has changed', async ({
    devices: lab,
  }) => {
    lab.override('etc', '10-mine.conf', '[Service]\nEnvironment="MINE=a b"\n');
    lab.override('run', '20-mine.conf', '# nothing yet\n');
    await lab.serve({ speed: 100 });
    const before = lab.truth();
    const during: object[] = [];
    const ran = await lab.sweep(lab.story({ settings: SETTINGS, baseline: 'current' }), (record) => {
      if (record.type !== 'generation') return;
      const { [lab.dropIn]: _, ...others } = lab.files;
      during.push(others);
    });
    expect([ran.exit, ran.restored]).toEqual([0, { to: 'original', ok: true }]);
    expect(during, 'three settings, and the baseline, which is the original').toEqual(
      Array(4).fill(before.files),
    );
    for (const { name, budget, topk, window } of SETTINGS)
      isConfirmed(lab, ran, name, { budget, topk, window });
    expect(lab.truth()).toEqual(before);
    lab.machine.remove(`/etc/systemd/system/${lab.unit}.d`);
  });
});

/** By the journal of that invocation, as the manager has it, and by what Holdpoint has read from it. */
function isConfirmed(
  lab: DeviceLab,
  ran: Ran,
  name: string,
  wanted: Readonly<Record<string, unknown>>,
): void {
  for (const start of ran.trial(name).starts) {
    const journal = lab.journal(start.generation?.id ?? '');
    expect(journal, name).toContain(`${SETTING}${wanted['budget']},`);
    for (const [parameter, value] of Object.entries(wanted))
      expect(start.effective[parameter], `${name}: ${parameter}`).toMatchObject({ got: value, agrees: true });
    const quoted = /log line \d+: (.*)$/.exec(start.effective['budget']?.evidence ?? '')?.[1] ?? 'nothing';
    expect(journal).toContain(quoted.split(/ \(|; /)[0]);
  }
}
