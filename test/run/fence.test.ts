import { afterAll, describe, expect, it } from 'vitest';
import { FaultError, fault } from '../../src/core/fault.ts';
import type { Watched } from '../../src/ports/dead-man.ts';
import type { Host } from '../../src/ports/host.ts';
import type { Controller } from '../../src/run/controller.ts';
import { play, type Schedule } from '../property/harness.ts';
import type { ModelPorts } from '../property/ports.ts';
import { goodScript } from '../property/schedules.ts';

const SCHEDULE: Schedule = {
  scripts: [goodScript],
  original: goodScript,
  failing: [],
  kills: [],
  latencies: [1],
  interrupts: [],
  mode: 'resume',
  restore: 'original',
};

const ME = {
  identity: async () => ({ boot_id: 'boot', uid: 0 }),
  process: async (pid: number) => ({ pid, start_ticks: 7 }),
};

/** What a run does to its dead-man timer, in order; renewals are counted. */
function timer(after_ms: number) {
  const seen = { acts: [] as string[], renewed: 0, watched: [] as Watched[] };
  const port = {
    after_ms,
    obstacle: async () => null,
    arm: async (watched: Watched) => {
      seen.acts.push('arm');
      seen.watched.push(watched);
      return { armed: true as const, timer: 't.timer', weakness: null };
    },
    renew: async () => {
      seen.renewed += 1;
      if (seen.acts.at(-1) !== 'renew') seen.acts.push('renew');
    },
    disarm: async () => void seen.acts.push('disarm'),
  };
  return { seen, port };
}

/** Plays a run whose process can be told from others; `more` is added to its ports. */
function run(
  more: Partial<ModelPorts['ports']>,
  schedule: Partial<Schedule> = {},
  change = (_: ModelPorts) => {},
) {
  return play({ ...SCHEDULE, ...schedule }, '/nowhere', (model) => {
    const guard = { check: () => undefined };
    Object.assign(model.ports, { own_machine: ME as unknown as Host, guard }, more);
    change(model);
  });
}

describe('a run that is taken over', () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  afterAll(() => void process.off('unhandledRejection', note));

  it.each(['generation', 'measurement.begun', 'holdpoint', 'intent'] as const)(
    'after its record "%s": lock-held with who took it, and not one touch more',
    async (type) => {
      const { seen, port } = timer(5_000);
      const after: string[] = [];
      let taken = false;
      const ended = run({ dead_man: port }, {}, ({ ports }) => {
        const { supervisor } = ports;
        const noted =
          <A extends unknown[], R>(name: string, act: (...args: A) => R) =>
          (...args: A): R => {
            if (taken) after.push(name);
            return act(...args);
          };
        Object.assign(supervisor, {
          prepare: noted('prepare', supervisor.prepare),
          start: noted('start', supervisor.start),
          signal: noted('signal', supervisor.signal),
        });
        const open = ports.openJournal;
        ports.openJournal = async (dir) => {
          const { journal, lines } = await open(dir);
          const append: typeof journal.append = async (record) => {
            if (taken) after.push(`append ${record.type}`);
            const line = await journal.append(record);
            if (record.type === type && !taken) {
              taken = true;
              const other: Controller = {
                ...(ports.readDocument<Controller>(dir, 'controller.json') as Controller),
                pid: 4711,
                fence: 2,
                by: 'dead-man',
              };
              ports.writeDocument(dir, 'controller.json', other);
            }
            return line;
          };
          return { journal: { file: journal.file, append, close: () => journal.close() }, lines };
        };
      });
      await expect(ended).rejects.toMatchObject({
        fault: { name: 'lock-held', message: expect.stringContaining('the dead-man timer (pid 4711)') },
      });
      expect(taken).toBe(true);
      expect(after).toEqual([]);
      expect(seen.acts, "the timer is another turn's now").not.toContain('disarm');
      expect(unhandled).toEqual([]);
    },
  );

  it('its number counts the turns, and is the same in the journal', async () => {
    const { disk, result } = await run({}, { kills: [200] });
    const resumed = disk.lines.map((line) => line.record).filter((record) => record.type === 'resumed');
    expect(resumed).toMatchObject([{ by: 'operator', fence: 2, took_over: null }]);
    expect(disk.documents.get('controller.json')).toMatchObject({ pid: process.pid, fence: 2 });
    expect(result?.exit_code).toBe(0);
  });
});

it('on a full disk nobody need be told of a turn: the restore alone goes on', async () => {
  const full = (mode: Schedule['mode']) => {
    let lives = 0;
    return run({ dead_man: timer(60_000).port }, { kills: [200], mode }, ({ ports }) => {
      lives += 1;
      const { writeDocument } = ports;
      if (lives < 2) return;
      ports.writeDocument = (dir, name, value) => {
        if (name === 'controller.json') throw new FaultError(fault('journal-failed', 'no space'));
        writeDocument(dir, name, value);
      };
    });
  };
  const { result, violations, disk } = await full('restore');
  expect([result?.document.restored, violations]).toEqual([{ to: 'original', ok: true }, []]);
  const notes = disk.lines.flatMap(({ record }) => (record.type === 'note' ? [record.text] : []));
  expect(notes.at(-1)).toContain('no dead-man timer: whose turn it is could not be written down');
  await expect(full('resume')).rejects.toMatchObject({ fault: { name: 'journal-failed' } });
});

it('a life that died between its intent and the mark: the next one marks before it touches', async () => {
  const marks: string[] = [];
  const change = ({ ports: { lock } }: ModelPorts) => {
    const { markUnrestored } = lock;
    // as though the earlier life had not come to it
    void lock.clearUnrestored('');
    lock.markUnrestored = (name, mark) => {
      marks.push(mark.run_id);
      return markUnrestored(name, mark);
    };
  };
  const { result, violations } = await run({}, { kills: [200] }, change);
  expect([result?.exit_code, violations]).toEqual([0, []]);
  expect(marks).toEqual(['model-run', 'model-run']);
});

describe('looks beside a measurement', () => {
  /** A run whose looks at the server fail so often in a row while it is measured for the first time. */
  function blinded(looks: number) {
    return run({}, {}, ({ ports }) => {
      const { supervisor, load } = ports;
      const { life } = supervisor;
      const measure = load.measure.bind(load);
      let left = 0;
      let first = true;
      load.measure = async (request) => {
        if (!first) return measure(request);
        first = false;
        left = looks;
        await ports.clock.wait(5_000, request.signal);
        return measure(request);
      };
      supervisor.life = (generation) => {
        if (left === 0) return life(generation);
        left -= 1;
        return Promise.reject(new FaultError(fault('probe-failed', 'no look')));
      };
    });
  }

  it('two that fail are no reason to end a run; three in a row are', async () => {
    const { result, disk } = await blinded(2);
    expect([result?.exit_code, result?.document.state]).toEqual([0, 'done']);
    const ended = disk.lines.flatMap(({ record }) => (record.type === 'measurement.ended' ? [record] : []));
    expect(ended.every((record) => record.void === null)).toBe(true);
    expect((await blinded(3)).result).toMatchObject({ exit_code: 20, fault: { name: 'probe-failed' } });
  });
});

describe('the sign of life', () => {
  it('is armed before the first touch, renewed while the run lives, and gone with its end', async () => {
    const { seen, port } = timer(400);
    const { result, disk, violations } = await run({ dead_man: port });
    expect([result?.exit_code, violations]).toEqual([0, []]);
    expect(seen.acts).toEqual(['arm', 'renew', 'disarm']);
    expect(seen.renewed).toBeGreaterThan(4);
    expect(seen.watched).toEqual([{ run_id: 'model-run', dir: '/nowhere', fence: 1 }]);
    const records = disk.lines.map(({ record }) => record);
    const told = records.findIndex((record) => record.type === 'note' && record.text.includes('t.timer'));
    const outcome = records.findIndex((record) => record.type === 'outcome' && record.method === 'signal');
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(outcome);
  });

  it('is armed anew by the next life, before it does anything else', async () => {
    const { seen, port } = timer(60_000);
    const { disk } = await run({ dead_man: port }, { kills: [200], mode: 'restore' });
    expect(seen.watched.map(({ fence }) => fence)).toEqual([1, 2]);
    const records = disk.lines.map(({ record }) => record.type);
    expect(records[records.indexOf('resumed') + 1]).toBe('note');
    expect(seen.acts.at(-1)).toBe('disarm');
  });

  it('that cannot be given is said in words, and the run goes on', async () => {
    const { port } = timer(60_000);
    const arm = async () => ({ armed: false as const, why: 'nobody may' });
    const { result, disk } = await run({ dead_man: { ...port, arm } });
    expect(result?.exit_code).toBe(0);
    expect(disk.lines.map(({ record }) => record)).toContainEqual({
      type: 'note',
      text: 'no dead-man timer: nobody may; should Holdpoint die, only `holdpoint restore model-run` puts the original back',
    });
  });

  it('that was left behind on request leaves no timer behind', async () => {
    const { seen, port } = timer(60_000);
    await run({ dead_man: port }, { interrupts: [22_000, 22_001] });
    expect(seen.acts.at(-1)).toBe('disarm');
  });
});
