import type { SimAnswer } from '../../machine.ts';
import type { Launch } from '../launch.ts';
import { replyError } from './reply.ts';

/** Answers for a server that takes no requests now. True: it is answered. */
export function refused(launch: Launch, answer: SimAnswer): boolean {
  if (launch.condition === 'stopping') {
    replyError(answer, 503, 'Server is shutting down');
    return true;
  }
  if (launch.fault('http-500') !== null) {
    replyError(answer, 500, 'Internal Server Error: list index out of range');
    return true;
  }
  return false;
}
