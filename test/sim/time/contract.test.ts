import { VirtualClock } from '../../../src/adapters/clock/virtual.ts';
import { FastClock } from '../../../src/sim/daemon/fast-clock.ts';
import { pacedBy } from '../../../src/sim/paced.ts';
import { PacedClock } from '../../../src/sim/time/paced-clock.ts';
import { contractOfClock } from '../../contract/clock.ts';

const EPOCH = Date.UTC(2030, 5, 1);

for (const speed of [0.5, 1, 150])
  contractOfClock(`a clock at ${speed} times the speed`, () => {
    const real = new VirtualClock();
    const clock = new PacedClock(real, { real_ms: 0, sim_ms: 500, speed, epoch_ms: EPOCH });
    return { clock, drive: (promise) => real.run(promise) };
  });

contractOfClock('a fast clock that is watched', () => {
  const real = new VirtualClock();
  const clock = new FastClock(real, 150);
  clock.slow(4);
  return { clock, drive: (promise) => real.run(promise) };
});

contractOfClock('the virtual clock at a pace for somebody who watches', () => {
  const clock = new VirtualClock();
  const pace = pacedBy(() => 100);
  return { clock, drive: (promise) => clock.run(promise, pace) };
});
