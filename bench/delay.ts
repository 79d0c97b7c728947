import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROBE_EVERY_MS } from '../src/core/change/transition.ts';
import type { JournalLine } from '../src/core/sweep/records.ts';
import type { Figure, Row } from './row.ts';
import {
  type Delay,
  firstAfter,
  intends,
  type Life,
  lives,
  ownTimes,
  passed,
  polled,
} from './support/events.ts';
import { hasPython, startHolder } from './support/holder.ts';
import { freePort, Scene } from './support/scene.ts';
import { fixtureService, OWN_TIMES, REAL_MODEL, REAL_SERVER, realService } from './support/servers.ts';
import { median, quantileOf } from './support/stats.ts';

const LIMIT_MS = 300;
const STEPS = 16;
const REAL_STEPS = 6;
const WORKLOAD = {
  name: 'w',
  prompts: 'builtin:chat',
  api: 'completions',
  concurrency: [1],
  requests: 1,
  max_tokens: 8,
};

export const delay: Row = {
  name: 'delay',
  how:
    'A sweep over fixture servers that write the monotonic time of each true event themselves (ready: it listens; exit: its last line; port free: a foreign process that has held the port after the exit lets go). ' +
    "Against it stands the time of Holdpoint's next action: the first request that reaches the server, the record that the server is gone, and the record of the next start; for the real engine the event is the elapsed time of its own log line, the action the record of `loaded`. " +
    `The value is the median delay less ${PROBE_EVERY_MS} ms, the shortest time between two probes by their own rule (longer probes make it longer, and are not subtracted). ` +
    'Polls of 1 s and 15 s are simulated from the same events with random phases, and act at once',
  async measure() {
    const figures = await fixtureFigures();
    if (REAL_SERVER !== null && REAL_MODEL !== null) figures.push(await realFigure());
    return figures;
  },
};

async function fixtureFigures(): Promise<Figure[]> {
  const scene = new Scene();
  const port = await freePort();
  const holder = hasPython() ? await startHolder(scene, port) : null;
  try {
    scene.write({ ...fixtureService(scene, port, STEPS), workloads: [WORKLOAD] });
    await scene.sweep();
    const lines = scene.journal();
    const times = ownTimes(path.join(scene.dir, OWN_TIMES));
    const at = (event: string, life: Life) => times.get(`${event} ${life.pid}`) ?? null;
    const all = lives(lines);
    const pick = (event: string, acted: (life: Life, true_at: number) => number | null): readonly Delay[] =>
      all.flatMap((life) => {
        const true_at = at(event, life);
        const acted_at = true_at === null ? null : acted(life, true_at);
        return true_at === null || acted_at === null ? [] : [{ true_at, acted_at }];
      });
    return [
      figure(
        'ready, to the first request',
        pick('ready', (life) => at('request', life)),
      ),
      figure(
        'exit, to its record',
        pick('exit', (_, from) => firstAfter(lines, from, passed('stopped'))),
      ),
      figure(
        'port free, to the next start',
        pick('free', (_, from) => firstAfter(lines, from, intends('start'))),
      ),
    ];
  } finally {
    holder?.stdin?.end();
    scene.remove();
  }
}

async function realFigure(): Promise<Figure> {
  const scene = new Scene();
  try {
    scene.write({ ...realService(scene, await freePort(), REAL_STEPS), workloads: [WORKLOAD] });
    await scene.sweep();
    const lines = scene.journal();
    const delays = lives(lines).flatMap((life) => {
      const true_at = realReady(life);
      const acted_at = true_at === null ? null : loadedAt(lines, life);
      return true_at === null || acted_at === null ? [] : [{ true_at, acted_at }];
    });
    return figure('ready by the log of the real llama-server, to its record', delays);
  } finally {
    scene.remove();
  }
}

function loadedAt(lines: readonly JournalLine[], life: Life): number | null {
  return firstAfter(lines, life.begun_at, passed('loaded'));
}

/** Start of the process by the kernel (in ticks of 10 ms) and the elapsed time of its log, which begins a little later. */
function realReady({ log_file, start_ticks }: Life): number | null {
  const line = /^(\d+)\.(\d\d)\.(\d{3})\.(\d{3}) .*listening on/m.exec(readFileSync(log_file, 'utf8'));
  if (line === null) return null;
  const [minutes = 0, seconds = 0, ms = 0, us = 0] = line.slice(1).map(Number);
  return start_ticks * 10 + minutes * 60_000 + seconds * 1_000 + ms + us / 1_000;
}

function figure(what: string, delays: readonly Delay[]): Figure {
  const common = { what, unit: 'ms', limit: LIMIT_MS } as const;
  if (delays.length === 0)
    return { ...common, value: null, noise: '', detail: 'python3 is not there to hold the port' };
  const own = delays.map(({ true_at, acted_at }) => acted_at - true_at);
  const each = [1_000, 15_000].map((period) => `${median(polled(delays, period)).toFixed(0)} ms`);
  return {
    ...common,
    value: median(own) - PROBE_EVERY_MS,
    noise: `delays ${quantileOf(own, 0).toFixed(0)} to ${quantileOf(own, 1).toFixed(0)} ms (${own.length} events)`,
    detail: `median delay ${median(own).toFixed(0)} ms; a poll of 1 s: ${each[0]}, of 15 s: ${each[1]}`,
  };
}
