import type { SimAnswer } from '../../machine.ts';
import type { Launch } from '../launch.ts';
import { replyError } from './reply.ts';

/** Late enough that a server of `sometimes-500` passes for a good one: it fails under load, not when it is looked at. */
const EVERY = 10;

/** Answers for a server that takes no requests now. True: it is answered. */
export function refused(launch: Launch, answer: SimAnswer): boolean {
  if (launch.condition === 'stopping') {
    replyError(answer, 503, 'Server is shutting down');
    return true;
  }
  launch.asked += 1;
  const sometimes = launch.asked % EVERY === 0 && launch.fault('sometimes-500') !== null;
  if (sometimes || launch.fault('http-500') !== null) {
    replyError(answer, 500, 'Internal Server Error: list index out of range');
    return true;
  }
  return false;
}
