import type { HoldPointRecord } from './sweep.ts';

/** The `wait` document: the hold point that was waited for, with its evidence. */
export type WaitDocument = HoldPointRecord;
