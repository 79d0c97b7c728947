import type { EngineName } from '../../core/engine/definition.ts';
import type { EngineState } from '../../ports/engine.ts';
import type { HttpResponse } from '../../ports/host.ts';

/** Where 503 from the health endpoint means "not yet". For the others it means a dead engine behind a living server. */
const LOADS_WITH_503: ReadonlySet<EngineName> = new Set(['llamacpp', 'sglang']);

const LONGEST_TEXT = 300;

/** What an answer of the health endpoint says. */
export function readState(engine: EngineName, response: HttpResponse): EngineState {
  const { status, error } = response;
  const text = (error ?? response.body).slice(0, LONGEST_TEXT);
  return { answer: answerOf(engine, status, error), status, text };
}

function answerOf(engine: EngineName, status: number | null, error: string | null): EngineState['answer'] {
  if (error === 'ECONNREFUSED') return 'refused';
  if (error === 'TIMEOUT') return 'silent';
  if (status === 200) return 'ready';
  if (status === 401 || status === 403) return 'unauthorised';
  return status === 503 && LOADS_WITH_503.has(engine) ? 'loading' : 'other';
}
