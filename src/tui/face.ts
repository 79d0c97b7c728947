import type { Clock } from '../ports/clock.ts';
import type { Paint } from '../report/paint.ts';
import type { EventSink } from '../run/events.ts';
import { LiveFace } from './live.ts';
import type { Output } from './output.ts';
import { PlainFace } from './plain.ts';
import type { ViewPlan } from './state.ts';

/** Draws the events of one run. `close` ends it; nothing is written afterwards. */
export interface Face {
  readonly sink: EventSink;
  close(): void;
}

export interface FaceOptions {
  readonly output: Output;
  readonly clock: Clock;
  /** Paces drawing and signs of life; the run's own clock, unless that one is simulated and runs faster than eyes. */
  readonly pace?: Clock;
  readonly paint: Paint;
  readonly plan: ViewPlan;
}

/** A window on a terminal, else plain lines. */
export function openFace(options: FaceOptions): Face {
  const face = options.output.isTTY ? new LiveFace(options) : new PlainFace(options);
  return { sink: (event) => face.receive(event), close: () => face.close() };
}
