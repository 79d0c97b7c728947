import type { SimAnswer } from '../../machine.ts';
import type { GenerationRequest } from '../engine/request.ts';
import type { Launch } from '../launch.ts';

/** Hands a request to the engine; a client that goes away takes it back. */
export function submit(launch: Launch, answer: SimAnswer, request: GenerationRequest): void {
  launch.took_a_request = true;
  const cancel = launch.engine?.submit(request);
  if (cancel !== undefined) answer.onAbort(cancel);
}
