import { join } from 'node:path';
import type { JournalLine } from '../core/sweep/records.ts';
import { MiB } from '../core/units.ts';
import type { Clock } from '../ports/clock.ts';
import type { Host } from '../ports/host.ts';
import type { StoredRun } from '../run/api.ts';
import { paintFor } from '../tui/ansi.ts';
import { type Face, openFace } from '../tui/face.ts';
import type { Context } from './context.ts';
import { livingController } from './controller-alive.ts';
import { Tail } from './tail.ts';

const LOOK_EVERY_MS = 250;
/** Looking for the process reads /proc; once a second is often enough to notice its end. */
const LOOKS_PER_CHECK = 4;

export interface Watched {
  /** `ended`: the run wrote its end; `gone`: its process is no more; `left`: the watcher pressed Ctrl-C. */
  readonly end: 'ended' | 'gone' | 'left';
  /** The records that tell when things happened. */
  readonly milestones: readonly JournalLine[];
}

/** Draws a run from its journal alone, touching nothing, until it ends or the watcher leaves. */
export async function watchRun(
  context: Context,
  host: Host,
  dir: string,
  stored: StoredRun,
): Promise<Watched> {
  const left = new AbortController();
  const off = context.onInterrupt(() => left.abort());
  const face = faceFor(context, stored);
  const reader = new JournalReader(dir, face);
  try {
    for (let look = 0; !left.signal.aborted; look++) {
      const alive = look % LOOKS_PER_CHECK !== 0 || (await livingController(host, dir)) !== null;
      await reader.read();
      if (!alive)
        return { end: reader.last === 'sweep.ended' ? 'ended' : 'gone', milestones: reader.milestones };
      await context.clock.wait(LOOK_EVERY_MS, left.signal);
    }
    return { end: 'left', milestones: reader.milestones };
  } finally {
    face.close();
    off();
  }
}

/** `clock` is the run's own; drawing keeps the pace of whoever looks. */
export function faceFor(context: Context, stored: StoredRun, clock: Clock = context.clock): Face {
  const { stderr, env } = context;
  const { configuration, plan, command } = stored;
  const trials = plan.trials.map((trial) => trial.name);
  const view = {
    title: `${command} ${configuration.name}`,
    objective: configuration.objective,
    baseline: plan.baseline,
    trials,
  };
  return openFace({
    output: stderr,
    clock,
    pace: context.clock,
    paint: paintFor(stderr.isTTY, env),
    plan: view,
  });
}

const MILESTONES = new Set(['sweep.begun', 'restored', 'sweep.ended']);

/** Checksums are for whoever acts on a journal; a reader that only draws skips what it cannot read. */
class JournalReader {
  readonly #tail: Tail;
  readonly #face: Face;
  readonly milestones: JournalLine[] = [];
  last: string | null = null;

  constructor(dir: string, face: Face) {
    this.#tail = new Tail(join(dir, 'events.jsonl'), MiB);
    this.#face = face;
  }

  async read(): Promise<void> {
    for await (const text of this.#tail.lines()) {
      const line = parsed(text);
      if (line === null) continue;
      this.last = line.record.type;
      if (MILESTONES.has(line.record.type)) this.milestones.push(line);
      this.#face.sink({ type: 'journal', line });
    }
  }
}

function parsed(text: string): JournalLine | null {
  try {
    const line = JSON.parse(text) as JournalLine | null;
    return typeof line?.record?.type === 'string' ? line : null;
  } catch {
    return null;
  }
}
