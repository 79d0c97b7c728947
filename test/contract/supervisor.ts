import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { Definition, Generation } from '../../src/core/generation.ts';
import type { Host } from '../../src/ports/host.ts';
import type { Life, Supervisor } from '../../src/ports/supervisor.ts';
import { type Gaps, testExcept } from './gaps.ts';
import { until } from './until.ts';

/** What the suite needs of a supervisor: programs with known behaviour, and a second life of Holdpoint. */
export interface SupervisorSubject {
  readonly supervisor: Supervisor;
  readonly host: Host;
  /** The supervisor as a new life of Holdpoint finds it: it knows only what it is told. */
  again(): Promise<Supervisor>;
  /** A path for a log file; a new one at each call. */
  logFile(): string;
  readonly programs: {
    /** Prints `up` and stays; ends with 0 at the first TERM. */
    readonly steady: Definition;
    /** Prints `begin`, then `end` without a newline, and ends with 3. */
    readonly failing: Definition;
    /** Prints `up` and ignores TERM. */
    readonly deaf: Definition;
    /** Prints `up` when it has a child, and a grandchild that left its session and lost its parent. */
    readonly family: Definition;
    /** Cannot be started. */
    readonly missing: Definition;
  };
  /** Lets time pass between two looks; absent: it passes by itself. */
  readonly pause?: () => Promise<void>;
  dispose(): Promise<void>;
}

/**
 * What every supervisor keeps. `process`: what is started is held until it is let go, each server is its own, signals go
 * to single processes, and a later life knows only what it is told. `unit`: one service that a manager starts, stops as
 * a whole, and knows.
 */
export function contractOfSupervisor(
  name: string,
  make: () => Promise<SupervisorSubject>,
  kind: 'process' | 'unit' = 'process',
  gaps: Gaps = {},
): void {
  const test = testExcept(gaps);
  const only =
    (wanted: typeof kind) =>
    (title: string, run: () => Promise<void>): void => {
      if (kind === wanted) test(title, run);
    };
  const ofProcess = only('process');
  const ofUnit = only('unit');
  let subject: SupervisorSubject;
  let supervisor: Supervisor;
  const started: Generation[] = [];

  const eventually = <T>(look: () => Promise<T>): Promise<NonNullable<T>> => until(look, subject.pause);
  const begin = async (definition: Definition): Promise<Generation> => {
    const generation = await supervisor.start(await supervisor.prepare(definition, subject.logFile()));
    started.push(generation);
    return generation;
  };
  const run = async (definition: Definition): Promise<Generation> => {
    const generation = await begin(definition);
    await supervisor.release(generation);
    return generation;
  };
  const linesOf = async (of: Supervisor, generation: Generation): Promise<string[]> =>
    (await of.log(generation, 0)).lines.map((line) => line.text);
  const hasSaid = (generation: Generation, text: string): Promise<boolean> =>
    eventually(async () => (await linesOf(supervisor, generation)).includes(text));
  const gone = (generation: Generation, of = supervisor): Promise<Life> =>
    eventually(async () => {
      const life = await of.life(generation);
      return life.alive || life.members.length > 0 ? null : life;
    });
  /** A manager may take a moment more than the kernel until it says so. */
  const nothingIsPresent = (): Promise<boolean> =>
    eventually(async () => (await supervisor.present()).generation === null);
  const endAll = async (): Promise<void> => {
    for (const generation of started.splice(0)) {
      await eventually(async () => {
        const { members } = await supervisor.life(generation);
        await supervisor.signal(generation, members, 'KILL');
        return members.length === 0;
      });
    }
  };

  describe(`${name} keeps the contract of Supervisor`, () => {
    beforeEach(async () => {
      subject = await make();
      supervisor = subject.supervisor;
    });
    afterEach(async () => {
      await endAll();
      await subject.dispose();
    });

    test('where nothing runs, nothing is present', async () => {
      expect(await supervisor.present()).toEqual({
        generation: null,
        definition: null,
        members: [],
        ours: false,
      });
    });

    test('what is accepted touches nothing that runs', async () => {
      const generation = await run(subject.programs.steady);
      await hasSaid(generation, 'up');
      const before = await supervisor.life(generation);
      const prepared = await supervisor.prepare(subject.programs.family, subject.logFile());
      expect(prepared).toMatchObject({ definition: subject.programs.family });
      expect((await supervisor.life(generation)).members.map((m) => m.pid)).toEqual(
        before.members.map((m) => m.pid),
      );
      expect((await supervisor.present()).generation).toEqual(generation);
    });

    test('what cannot run is rejected before anything happens', async () => {
      const prepare = supervisor.prepare(subject.programs.missing, subject.logFile());
      await expect(prepare).rejects.toMatchObject({
        fault: { name: 'definition-rejected', class: 'invalid-setting' },
      });
    });

    ofProcess('a started generation is held until it is let go', async () => {
      const generation = await begin(subject.programs.steady);
      expect(await supervisor.life(generation)).toMatchObject({ alive: true, exit: null });
      expect(await linesOf(supervisor, generation)).toEqual([]);
      expect((await supervisor.present()).generation).toEqual(generation);
      await supervisor.release(generation);
      await hasSaid(generation, 'up');
      expect((await supervisor.present()).generation).toEqual(generation);
    });

    test('what was started lives, is present, and is ours', async () => {
      const generation = await run(subject.programs.steady);
      await hasSaid(generation, 'up');
      const life = await supervisor.life(generation);
      expect(life.members).toMatchObject([{ pid: generation.pid, start_ticks: generation.start_ticks }]);
      expect(life.rss_bytes).toBeGreaterThan(0);
      expect(life.cpu_ticks).toBeGreaterThanOrEqual(0);
      expect(life.io_bytes).toBeGreaterThanOrEqual(0);
      const present = await supervisor.present();
      expect(present).toMatchObject({ generation, ours: true });
      expect(present.definition?.argv).toEqual(subject.programs.steady.argv);
    });

    test('two starts are two generations', async () => {
      const first = await run(subject.programs.steady);
      if (kind === 'unit') {
        await supervisor.signal(first, (await supervisor.life(first)).members, 'TERM');
        await gone(first);
      }
      const second = await run(subject.programs.steady);
      expect(second).not.toEqual(first);
      expect(second.id).not.toBe(first.id);
    });

    ofUnit('a start over a running server does nothing, and says so', async () => {
      const generation = await run(subject.programs.steady);
      await expect(begin(subject.programs.steady)).rejects.toMatchObject({
        fault: { name: 'same-generation', data: { generation } },
      });
      expect((await supervisor.life(generation)).alive).toBe(true);
    });

    test('TERM reaches the server; its exit is known where it could be collected', async () => {
      const generation = await run(subject.programs.steady);
      await hasSaid(generation, 'up');
      const { members } = await supervisor.life(generation);
      expect(await supervisor.signal(generation, members, 'TERM')).toEqual({
        signal: 'TERM',
        sent: [generation.pid],
        gone: [],
        refused: [],
      });
      const life = await gone(generation);
      expect(life).toMatchObject({ alive: false, members: [] });
      // A manager may forget what has ended well.
      if (kind === 'process' || life.exit !== null) expect(life.exit).toEqual({ code: 0, signal: null });
      await nothingIsPresent();
    });

    test('what ends by itself says how, and its last line is complete without a newline', async () => {
      const generation = await run(subject.programs.failing);
      expect(await gone(generation)).toMatchObject({ exit: { code: 3, signal: null } });
      expect(await linesOf(supervisor, generation)).toEqual(['begin', 'end']);
    });

    test('one that is deaf to TERM stays alive, and KILL ends it', async () => {
      const generation = await run(subject.programs.deaf);
      await hasSaid(generation, 'up');
      const { members } = await supervisor.life(generation);
      await supervisor.signal(generation, members, 'TERM');
      await eventually(async () => (await linesOf(supervisor, generation)).includes('heard'));
      expect((await supervisor.life(generation)).alive).toBe(true);
      await supervisor.signal(generation, members, 'KILL');
      expect(await gone(generation)).toMatchObject({ exit: { code: null, signal: 'SIGKILL' } });
    });

    ofProcess('members that left parent and session are members, also when the leader is gone', async () => {
      const generation = await run(subject.programs.family);
      await hasSaid(generation, 'up');
      const before = (await supervisor.life(generation)).members;
      expect(before).toHaveLength(3);
      const pids = before.map((member) => member.pid);
      expect(before.filter((member) => !pids.includes(member.ppid))).toHaveLength(2);
      const leader = before.filter((member) => member.pid === generation.pid);
      await supervisor.signal(generation, leader, 'KILL');
      const after = await eventually(async () => {
        const life = await supervisor.life(generation);
        return life.alive ? null : life;
      });
      expect(after.members.map((m) => m.pid)).toEqual(
        before.map((m) => m.pid).filter((pid) => pid !== generation.pid),
      );
      // Something of the service still runs, so it is not "nothing".
      expect((await supervisor.present()).generation).toEqual(generation);
      await supervisor.signal(generation, after.members, 'KILL');
      await gone(generation);
      await nothingIsPresent();
    });

    ofUnit('members that left parent and session are members, and end with the unit', async () => {
      const generation = await run(subject.programs.family);
      await hasSaid(generation, 'up');
      const { members } = await supervisor.life(generation);
      expect(members).toHaveLength(3);
      const pids = members.map((member) => member.pid);
      expect(members.filter((member) => !pids.includes(member.ppid))).toHaveLength(2);
      const report = await supervisor.signal(generation, members, 'KILL');
      expect([...report.sent].sort()).toEqual([...pids].sort());
      await gone(generation);
      for (const pid of pids) await eventually(async () => (await subject.host.process(pid)) === null);
    });

    test('a process with other start ticks is another one and gets no signal', async () => {
      const generation = await run(subject.programs.steady);
      await hasSaid(generation, 'up');
      const { members } = await supervisor.life(generation);
      const reused = members.map((member) => ({ ...member, start_ticks: member.start_ticks - 1 }));
      const report = await supervisor.signal(generation, reused, 'KILL');
      expect(report).toEqual({ signal: 'KILL', sent: [], gone: [generation.pid], refused: [] });
      expect((await supervisor.life(generation)).alive).toBe(true);
    });

    ofProcess('a process that is no member gets no signal, though it is named', async () => {
      const generation = await run(subject.programs.steady);
      const other = await run(subject.programs.steady);
      const report = await supervisor.signal(generation, (await supervisor.life(other)).members, 'KILL');
      expect(report).toMatchObject({ sent: [], gone: [], refused: [{ pid: other.pid }] });
      expect((await supervisor.life(other)).alive).toBe(true);
    });

    ofUnit('a process outside of the unit gets no signal, though it is named', async () => {
      const generation = await run(subject.programs.steady);
      const other = (await subject.host.processes()).find((row) => row.pid !== generation.pid);
      if (other === undefined) throw new Error('a host without another process');
      const { pid, start_ticks, ppid, state, user } = other;
      const named = [{ pid, start_ticks, ppid, state, user, command: '' }];
      const report = await supervisor.signal(generation, named, 'KILL');
      expect(report).toMatchObject({ sent: [], gone: [], refused: [{ pid }] });
      expect((await supervisor.life(generation)).alive).toBe(true);
    });

    test('the log is read on from a cursor, with lines and offsets from the beginning', async () => {
      const generation = await run(subject.programs.failing);
      await gone(generation);
      const first = await supervisor.log(generation, 0);
      expect(first).toMatchObject({
        readable: true,
        lines: [
          { text: 'begin', line: 1, offset: 0 },
          { text: 'end', line: 2, offset: 6 },
        ],
      });
      expect(await supervisor.log(generation, first.cursor)).toMatchObject({
        lines: [],
        cursor: first.cursor,
      });
      expect((await supervisor.log(generation, 6)).lines).toEqual([{ text: 'end', line: 2, offset: 6 }]);
    });

    ofProcess('a log that cannot be read is said to be so', async () => {
      const generation = await run(subject.programs.steady);
      const later = await subject.again();
      await later.follow(generation, '/nowhere/log', []);
      expect(await later.log(generation, 7)).toEqual({
        lines: [],
        cursor: 7,
        readable: false,
        file: '/nowhere/log',
      });
    });

    ofUnit('a journal that says nothing of a generation is said to be so', async () => {
      const generation = await run(subject.programs.steady);
      const unknown = { ...generation, id: '0123456789abcdef0123456789abcdef' };
      expect(await supervisor.log(unknown, 0)).toMatchObject({ lines: [], readable: false });
    });

    test('a later life of Holdpoint follows what it is told of, and can stop it', async () => {
      const prepared = await supervisor.prepare(subject.programs.family, subject.logFile());
      const generation = await supervisor.start(prepared);
      started.push(generation);
      await supervisor.release(generation);
      await hasSaid(generation, 'up');
      const { members } = await supervisor.life(generation);
      const later = await subject.again();
      // A unit is known by its name, and ours by the id that its main process carries.
      if (kind === 'process') expect((await later.present()).generation).toBeNull();
      else expect(await later.present()).toMatchObject({ generation, ours: true });
      await later.follow(generation, prepared.log_file, members);
      expect(await later.present()).toMatchObject({ generation, ours: true });
      expect(await linesOf(later, generation)).toContain('up');
      expect((await later.life(generation)).members.map((m) => m.pid)).toEqual(members.map((m) => m.pid));
      await later.signal(generation, members, 'KILL');
      const life = await gone(generation, later);
      if (kind === 'process') expect(life.exit).toBeNull();
    });

    test('a generation of another boot is dead, whatever has its pid now', async () => {
      const generation = await run(subject.programs.steady);
      const before = { ...generation, boot_id: '00000000-0000-0000-0000-000000000000' };
      const later = await subject.again();
      await later.follow(before, null, []);
      expect(await later.life(before)).toMatchObject({ alive: false, members: [] });
      const { members } = await supervisor.life(generation);
      expect(await later.signal(before, members, 'KILL')).toMatchObject({ sent: [], gone: [generation.pid] });
      if (kind === 'process') expect((await later.present()).generation).toBeNull();
      else expect((await later.present()).generation).toEqual(generation);
      expect((await supervisor.life(generation)).alive).toBe(true);
    });

    ofUnit(
      'what was installed stays under the server that was started with it, and goes with it',
      async () => {
        const generation = await run(subject.programs.steady);
        await supervisor.settle?.();
        expect(await supervisor.present()).toMatchObject({ generation, ours: true });
        await supervisor.signal(generation, (await supervisor.life(generation)).members, 'TERM');
        await gone(generation);
        await supervisor.settle?.();
        expect((await supervisor.own?.())?.argv).not.toEqual(subject.programs.steady.argv);
      },
    );
  });
}
