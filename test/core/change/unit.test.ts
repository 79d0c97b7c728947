import { expect, test } from 'vitest';
import { observed } from '../../../src/core/change/holdpoints/observed.ts';
import { started } from '../../../src/core/change/holdpoints/started.ts';
import { stopped } from '../../../src/core/change/holdpoints/stopped.ts';
import { unchanged } from '../../../src/core/change/holdpoints/unchanged.ts';
import type { LifeFacts } from '../../../src/core/change/observations.ts';
import { sameDefinition } from '../../../src/core/change/same-definition.ts';
import type { Answer, Goal, View } from '../../../src/core/change/types.ts';
import { engineDefinition } from '../../../src/core/engine/index.ts';
import { END_OF_LOG } from '../../../src/core/log-line.ts';

const generation = {
  kind: 'systemd',
  unit: 'a.service',
  scope: 'system',
  id: 'one',
  pid: 10,
  start_ticks: 1,
  boot_id: 'b',
} as const;

function viewOf(goal: Partial<Goal>): View {
  const input = {
    goal,
    endpoint: { address: '127.0.0.1', port: 1 },
    limits: { stop_ms: 60_000 },
    engine: engineDefinition('llamacpp'),
    has_before_stop_hook: false,
  };
  return {
    input,
    facts: { old: generation, generation, listener: null },
    now: 0,
    since: 0,
  } as unknown as View;
}

function answers(values: Readonly<Record<string, unknown>>): ReadonlyMap<string, Answer> {
  return new Map(Object.entries(values).map(([tag, value]) => [tag, { ok: true, value, took_ms: 0 }]));
}

const ended = (restarts: number | null): LifeFacts => ({
  alive: false,
  exit: null,
  members: [],
  rss_bytes: 0,
  cpu_ticks: 0,
  io_bytes: 0,
  restarts,
});

const port = { port: 1, listeners: [], bind: 'free', bind_error: null };

test('what runs and its files say different things: asked before anything is touched, but never in the way of a restore', () => {
  const differs = { where: 'its files', wanted: 'a', got: 'b' };
  const present = { generation, definition: null, members: [], ours: false, differs };
  const judge = (goal: Partial<Goal>) => {
    const view = viewOf(goal);
    return observed.judge(view, observed.begin(view), answers({ present, port }));
  };
  expect(judge({ kind: 'observe' })).toMatchObject({
    verdict: 'fail',
    fault: { name: 'definition-differs', data: differs },
  });
  expect(judge({ kind: 'original' })).toMatchObject({ verdict: 'on' });
});

test('what could not be started again is refused before anything is touched', () => {
  const present = {
    generation,
    definition: null,
    members: [],
    ours: false,
    refused: 'it runs through a shell',
  };
  const judge = (goal: Partial<Goal>) => {
    const view = viewOf(goal);
    return observed.judge(view, observed.begin(view), answers({ present, port }));
  };
  expect(judge({ kind: 'observe' })).toMatchObject({
    verdict: 'fail',
    fault: { name: 'definition-rejected', message: 'it runs through a shell' },
  });
  expect(judge({ kind: 'original' })).toMatchObject({ verdict: 'on' });
});

test('a unit between two restarts is stopped, though nothing of it lives; one at rest is gone', () => {
  const view = viewOf({ kind: 'stopped' });
  const local = stopped.begin(view);
  const looked = stopped.judge(view, local, answers({ life: ended(1) }));
  if (looked.verdict !== 'on') throw new Error(looked.verdict);
  expect(stopped.ask(view, looked.local)).toMatchObject([
    { method: 'signal', args: [generation, [], 'TERM'] },
  ]);
  const signalled = stopped.judge(
    view,
    looked.local,
    answers({ signal: { signal: 'TERM', sent: [], gone: [], refused: [] } }),
  );
  if (signalled.verdict !== 'again') throw new Error(signalled.verdict);
  expect(stopped.judge(view, signalled.local, answers({ life: ended(1) }))).toMatchObject({
    verdict: 'pass',
  });
  expect(stopped.judge(view, local, answers({ life: ended(0) }))).toMatchObject({ verdict: 'pass' });
});

test('as long as its manager starts it again, a stop that was sent is not enough', () => {
  const view = viewOf({ kind: 'stopped' });
  const sent = { ...stopped.begin(view), stage: 'look' as const, terms: 1, signalled_at: 0 };
  const returning = { ...ended(1), returning: true };
  expect(stopped.judge(view, sent, answers({ life: returning })).verdict).toBe('again');
  expect(stopped.judge({ ...view, now: 10_000 }, sent, answers({ life: returning }))).toMatchObject({
    verdict: 'on',
    local: { stage: 'signal' },
  });
  const over = answers({ life: { ...ended(1), returning: false } });
  expect(stopped.judge(view, sent, over).verdict).toBe('pass');
});

test('after a measurement the log is read to its end, so that a crash is kept with it', () => {
  const view = viewOf({ kind: 'verify' });
  const asked = unchanged.ask(view, unchanged.begin(view));
  const log = expect.objectContaining({ method: 'log', args: [generation, END_OF_LOG] });
  expect(asked).toContainEqual(log);
});

test('of the environment of a unit its record has only what decides how an engine runs', () => {
  const env = { CUDA_VISIBLE_DEVICES: '0', DATABASE_PASSWORD: 'x' };
  const definition = { argv: ['/bin/server'], env, cwd: '/', env_complete: true };
  const view = viewOf({ kind: 'setting' });
  const prepared = { definition, id: 'two', log_file: '/server.log' };
  const facts = { ...view.facts, prepared, old: { ...generation, id: 'zero' } };
  expect(started.judge({ ...view, facts }, 'start', answers({ generation }))).toMatchObject({
    verdict: 'on',
    records: [{ type: 'generation', definition: { ...definition, env: { CUDA_VISIBLE_DEVICES: '0' } } }],
  });
  const judged = started.judge({ ...view, facts }, 'start', answers({ generation }));
  expect(JSON.stringify(judged)).not.toContain('DATABASE_PASSWORD');
});

test('what a file of the unit gives is no difference, unless the setting decides it', () => {
  const running = { argv: ['a'], env: { TOKEN: 'new', OMP: '4' }, cwd: '/', env_complete: true };
  const files = { from_files: ['TOKEN'] };
  const wanted = { ...running, env: { TOKEN: 'old', OMP: '4' } };
  expect(sameDefinition({ ...running, ...files }, { ...wanted, ...files })).toBe(true);
  expect(sameDefinition({ ...running, ...files }, { ...wanted, env: { OMP: '4' } })).toBe(true);
  expect(sameDefinition(running, { ...wanted, ...files, swept_env: ['TOKEN'] })).toBe(false);
  expect(sameDefinition(running, wanted)).toBe(false);
  expect(sameDefinition({ ...running, ...files }, { ...wanted, ...files, env: { OMP: '8' } })).toBe(false);
});

test('a restart during the measurement changes the generation; a death is told as one', () => {
  const view = viewOf({ kind: 'verify', wanted: [], log_from: 40 });
  const judge = (life: LifeFacts) =>
    unchanged.judge(view, unchanged.begin(view), answers({ life, port, generate: null }));
  expect(judge(ended(1))).toMatchObject({ fault: { name: 'generation-changed' } });
  const life = { ...ended(1), exit: { code: 3, signal: null } };
  const dead = judge(life);
  if (dead.verdict !== 'on') throw new Error(dead.verdict);
  // its log is asked from where the measurement began
  expect(unchanged.ask(view, dead.local)).toMatchObject([{ method: 'log', args: [generation, 40] }, {}]);
  const said = { text: '0.00.010.000 E srv    update_slots: something broke', line: 7, offset: 90 };
  const log = { lines: [said], cursor: 120, readable: true, file: '/run/server.log' };
  const machine = { boot_id: generation.boot_id };
  expect(unchanged.judge(view, dead.local, answers({ log, machine }))).toMatchObject({
    fault: {
      name: 'died-under-load',
      message: expect.stringContaining(said.text),
      data: { code: 3, signal: null },
      evidence: [{ kind: 'log', text: said.text, line: 7, file: '/run/server.log' }],
    },
  });
});

test('a server whose port is closed is on its way out: its end is waited for, and told as one', () => {
  const view = viewOf({ kind: 'verify', wanted: [] });
  const closed = { port: 1, listeners: [], bind: 'free', bind_error: null };
  const living = { ...ended(0), alive: true, exit: null };
  const look = (now: number, local: Parameters<typeof unchanged.judge>[1], life: LifeFacts) =>
    unchanged.judge({ ...view, now }, local, answers({ life, port: closed, generate: null }));
  const first = look(1000, unchanged.begin(view), living);
  if (first.verdict !== 'again') throw new Error(first.verdict);
  expect(look(3000, first.local, { ...ended(0), exit: { code: 0, signal: null } })).toMatchObject({
    verdict: 'on',
    local: { death: { exit: { code: 0 } } },
  });
  expect(look(15_000, first.local, living).verdict).toBe('again');
  expect(look(16_000, first.local, living)).toMatchObject({ fault: { name: 'generation-changed' } });
});
