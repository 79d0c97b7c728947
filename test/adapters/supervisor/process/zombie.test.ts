import { expect, test } from 'vitest';
import { LocalHost } from '../../../../src/adapters/host/local.ts';
import { asMember } from '../../../../src/adapters/supervisor/process/members.ts';
import type { Generation } from '../../../../src/core/generation.ts';
import { until } from '../../../contract/until.ts';
import { program, startProgram } from '../../support/programs.ts';
import { makeSupervisor } from './subject.ts';

test('a leader that nobody collects is gone, and gets no signal', async () => {
  const host = new LocalHost();
  const { boot_id } = await host.identity();
  const parent = await startProgram([process.execPath, program('zombie.mjs')]);
  const row = await until(async () => {
    const seen = await host.process(Number(parent.line));
    return seen?.state === 'Z' ? seen : null;
  });
  const { pid, start_ticks } = row;
  const generation: Generation = { kind: 'process', id: 'x', pid, start_ticks, boot_id };
  const supervisor = await makeSupervisor();
  await supervisor.follow(generation, null, [asMember(row)]);
  expect(await supervisor.life(generation)).toMatchObject({ alive: false, exit: null, members: [] });
  expect((await supervisor.present()).generation).toBeNull();
  expect(await supervisor.signal(generation, [asMember(row)], 'KILL')).toMatchObject({
    sent: [],
    gone: [pid],
  });
  await parent.end();
});
