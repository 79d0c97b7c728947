import type { Milliseconds } from '../../../core/units.ts';
import type { Launch } from '../launch.ts';

/**
 * Lays out one part of the load over the given length of time, on the launch's own timers, so that a crash or a stall
 * in the midst of it calls off the rest.
 */
export type Phase = (launch: Launch, length: Milliseconds) => void;
