import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdPoint } from '../../src/core/change/table.ts';
import type { HoldPointName } from '../../src/core/documents/sweep.ts';
import type { Journal } from '../../src/ports/journal.ts';
import { play } from './harness.ts';
import type { ModelPorts } from './ports.ts';
import { goodScript, schedules } from './schedules.ts';

const SCHEDULES = 150;

const PLAIN = {
  failing: [],
  kills: [],
  latencies: [1],
  interrupts: [],
  mode: 'resume',
  restore: 'original',
} as const;

/** Plays random schedules until one violates the expected invariant. */
async function caught(violation: string, change?: (ports: ModelPorts) => void): Promise<string | null> {
  for (const schedule of fc.sample(schedules, { numRuns: SCHEDULES, seed: 7 })) {
    const { violations } = await play(schedule, '/nowhere', change);
    const found = violations.find((text) => text.includes(violation));
    if (found !== undefined) return found;
  }
  return null;
}

function without(name: HoldPointName): void {
  vi.spyOn(holdPoint(name), 'applies').mockReturnValue(false);
}

/** Each planted defect must be seen by the same harness that finds none in the product. */
describe('planted defects are caught', () => {
  afterEach(() => vi.restoreAllMocks());

  it('a start before the memory is back', async () => {
    without('released');
    expect(await caught('start before release')).not.toBeNull();
  });

  it('a stop of a load that is moving', async () => {
    vi.spyOn(holdPoint('loaded'), 'deadline').mockImplementation((view) => view.since + 1_000);
    expect(await caught('stop of a load that is moving')).not.toBeNull();
  });

  it('a stop of a load that somebody else has begun', async () => {
    const begin = holdPoint('observed').begin;
    vi.spyOn(holdPoint('observed'), 'begin').mockImplementation((view) => ({
      ...(begin(view) as object),
      patient: false,
    }));
    const script = { ...goodScript, load_ms: 1_600 };
    const found: string[] = [];
    for (let at = 500; at < 30_000 && found.length === 0; at += 500) {
      const usurpers = [{ at, own: false, script }];
      const schedule = { ...PLAIN, original: goodScript, scripts: [goodScript], usurpers };
      found.push(...(await play(schedule, '/nowhere')).violations);
    }
    expect(found.join()).toContain('stop of a load that is moving');
  });

  it('a measurement without a generation', async () => {
    without('generating');
    expect(await caught('measurement without generating')).not.toBeNull();
  });

  it('a signal outside the generation', async () => {
    const ask = holdPoint('stopped').ask;
    vi.spyOn(holdPoint('stopped'), 'ask').mockImplementation((view, local) =>
      ask(view, local).map((call) => {
        if (call.method !== 'signal') return call;
        const [generation, , signal] = call.args;
        return {
          ...call,
          args: [
            generation,
            [{ pid: 1, start_ticks: 1, ppid: 0, state: 'S', user: 'root', command: 'init' }],
            signal,
          ],
        };
      }),
    );
    expect(await caught('signal outside the generation')).not.toBeNull();
  });

  it('an unplanned second measurement of the same thing', async () => {
    const forgetful = (ports: ModelPorts): void => {
      const open = ports.ports.openJournal.bind(ports.ports);
      Object.assign(ports.ports, { openJournal: async (dir: string) => forgetsOne(await open(dir)) });
    };
    expect(await caught('unplanned second measurement', forgetful)).not.toBeNull();
  });
});

/** The record is on disk, but the state never hears of the first measurement. */
function forgetsOne<T extends { journal: Journal }>(opened: T): T {
  let forgotten = false;
  const append: Journal['append'] = async (record) => {
    const line = await opened.journal.append(record);
    if (record.type !== 'measurement.ended' || forgotten) return line;
    forgotten = true;
    return { ...line, record: { type: 'note', text: 'forgotten' } };
  };
  return { ...opened, journal: { ...opened.journal, append } };
}
