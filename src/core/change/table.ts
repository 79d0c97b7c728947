import type { HoldPointName } from '../documents/sweep.ts';
import { drained } from './holdpoints/drained.ts';
import { effective } from './holdpoints/effective.ts';
import { generating } from './holdpoints/generating.ts';
import { identified } from './holdpoints/identified.ts';
import { loaded } from './holdpoints/loaded.ts';
import { observed } from './holdpoints/observed.ts';
import { prepared } from './holdpoints/prepared.ts';
import { released } from './holdpoints/released.ts';
import { started } from './holdpoints/started.ts';
import { stopped } from './holdpoints/stopped.ts';
import { unchanged } from './holdpoints/unchanged.ts';
import type { Goal, HoldPoint } from './types.ts';

// biome-ignore lint/suspicious/noExplicitAny: each hold point has its own local state, which only it reads
type AnyHoldPoint = HoldPoint<any>;

const HOLD_POINTS: Readonly<Record<HoldPointName, AnyHoldPoint>> = {
  observed,
  prepared,
  drained,
  stopped,
  released,
  started,
  loaded,
  identified,
  generating,
  effective,
  unchanged,
};

const UP: readonly HoldPointName[] = [
  'observed',
  'prepared',
  'drained',
  'stopped',
  'released',
  'started',
  'loaded',
  'identified',
  'generating',
  'effective',
];
const DOWN: readonly HoldPointName[] = ['observed', 'drained', 'stopped', 'released'];

/** The hold points between the present and a goal, in the order of the specification. */
export function holdPointsFor(goal: Goal): readonly HoldPointName[] {
  switch (goal.kind) {
    case 'observe':
      return ['observed'];
    case 'setting':
      return UP;
    case 'stopped':
      return DOWN;
    case 'original':
      return goal.original.definition === null ? DOWN : UP;
    case 'verify':
      return ['unchanged'];
  }
}

export function holdPoint(name: HoldPointName): AnyHoldPoint {
  return HOLD_POINTS[name];
}
