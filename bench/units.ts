import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JournalLine } from '../src/core/sweep/records.ts';
import { lookFor } from '../test/helpers/look-for.ts';
import { Devices } from '../test/lab/support/devices/devices.ts';
import { Machine } from '../test/lab/support/systemd/machine.ts';
import { systemScope } from '../test/lab/support/systemd/scope.ts';
import { type ScenePlace, UnitScene } from '../test/lab/support/systemd/unit-scene.ts';
import type { Figure, Row } from './row.ts';
import { type Delay, firstAfter, intends, polled } from './support/events.ts';
import { SERVER } from './support/servers.ts';
import { median, spread } from './support/stats.ts';

const STEPS = 12;
/** Not one after the other: three settings in a row that crash end a sweep. */
const DYING = [3, 7, 11];
const DEATH_LIMIT_MS = 1_000;
const ACT_LIMIT_MS = 300;
const POLL_MS = 1_000;
const SOME_FAILED = 10;

interface Event {
  readonly what: string;
  readonly at: number;
}

export const units: Row = {
  name: 'units',
  how:
    `A sweep of ${STEPS} settings over a unit of a real systemd with its own journal, of which ${DYING.length} die in their load (twice each, since a crash is tried again). Server and nvidia-smi write the monotonic time of each true event themselves. ` +
    `Death: to the record of the failed hold point, probes included. Memory: from the end of the third clean look to the next start. Ready: from the last answer to a probe to the first request that is measured. ` +
    'A poll of 1 s is simulated from the same events with random phases, and acts at once',
  async measure() {
    const found = lookFor('systemd');
    if ('missing' in found) return [nothing(found.missing)];
    const machine = await Machine.start();
    try {
      const scene = await UnitScene.make({ machine, scope: systemScope(machine), service });
      const ran = scene.sweep(null);
      if (ran.code !== SOME_FAILED) throw new Error(`the sweep ended with ${ran.code}:\n${ran.stderr}`);
      return figures(scene.journal(), eventsIn(scene.dir, 'server'), eventsIn(scene.dir, 'looks'));
    } finally {
      await machine.end();
    }
  },
};

function service({ dir, port, unit }: ScenePlace) {
  const devices = new Devices(dir, String(port));
  const tool = path.join(dir, 'nvidia-smi');
  const looks = path.join(dir, 'looks');
  const wrapper = `#!/bin/sh\n${devices.tool} "$@"\ncode=$?\nread -r up _ </proc/uptime\ncase $1 in --query-gpu=*) echo "look - \${up%.*}\${up#*.}0" >>${looks} ;; esac\nexit $code\n`;
  writeFileSync(tool, wrapper, { mode: 0o755 });
  const log = path.join(dir, 'server');
  const words = ['--port', String(port), '--log', log, '--holder', 'none', '--dies', DYING.join(',')];
  const file = {
    version: 1,
    name: 'bench',
    service: { kind: 'systemd', unit },
    engine: 'openai',
    endpoint: `http://127.0.0.1:${port}`,
    accelerator: 'nvidia',
    tools: { 'nvidia-smi': tool },
    parameters: { step: { flag: '--step', values: Array.from({ length: STEPS }, (_, i) => 2 * i + 1) } },
    baseline: 'none',
    workloads: [
      {
        name: 'w',
        prompts: 'builtin:chat',
        api: 'completions',
        concurrency: [1],
        requests: 1,
        max_tokens: 8,
      },
    ],
    limits: { load: '60s', quiet: '30s', stop: '20s', release: '20s' },
  };
  return { command: [process.execPath, SERVER, ...words, '--step', '1'], file: JSON.stringify(file) };
}

function figures(
  lines: readonly JournalLine[],
  server: readonly Event[],
  looks: readonly Event[],
): readonly Figure[] {
  const deaths = delays(
    server.filter(({ what }) => what === 'death'),
    (at) =>
      firstAfter(lines, at, (record) => record.type === 'holdpoint' && record.result.state === 'failed'),
  );
  const starts = lines.filter(({ record }) => intends('start')(record));
  const clean = starts.flatMap(({ mono_ms }) => {
    const true_at = looks.findLast(({ at }) => at <= mono_ms)?.at;
    return true_at === undefined ? [] : [{ true_at, acted_at: mono_ms }];
  });
  const measured = server.flatMap(({ what, at }) => {
    if (what !== 'measured') return [];
    const probed = server.findLast((event) => event.what === 'answered' && event.at < at);
    return probed === undefined ? [] : [{ true_at: probed.at, acted_at: at }];
  });
  return [
    figure('death in a load, to its fault', deaths, DEATH_LIMIT_MS),
    figure('third clean look at memory, to the next start', clean, ACT_LIMIT_MS),
    figure('ready, to the first measured request', measured, ACT_LIMIT_MS),
  ];
}

function delays(events: readonly Event[], acted: (at: number) => number | null): readonly Delay[] {
  return events.flatMap(({ at }) => {
    const acted_at = acted(at);
    return acted_at === null ? [] : [{ true_at: at, acted_at }];
  });
}

function figure(what: string, of: readonly Delay[], limit: number): Figure {
  const own = of.map(({ true_at, acted_at }) => acted_at - true_at);
  return {
    what,
    value: own.length === 0 ? null : median(own),
    unit: 'ms',
    limit,
    noise: own.length === 0 ? '' : spread(own, 'ms'),
    detail: `${own.length} events; a poll of 1 s: ${median(polled(of, POLL_MS)).toFixed(0)} ms`,
  };
}

function nothing(why: string): Figure {
  return { what: 'a unit of a real systemd', value: null, unit: 'ms', limit: null, noise: '', detail: why };
}

function eventsIn(folder: string, name: string): readonly Event[] {
  const text = readFileSync(path.join(folder, name), 'utf8').trimEnd();
  return text.split('\n').map((line) => {
    const [what = '', , at] = line.split(' ');
    return { what, at: Number(at) };
  });
}
