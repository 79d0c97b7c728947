import type { EngineName } from '../../core/engine/definition.ts';
import type { EngineCounters } from '../../core/metrics/counters.ts';
import type { HttpRequest, HttpResponse } from '../../ports/host.ts';
import { readCounters } from './counters.ts';

const ANSWER_MS = 2000;
const ENGINES: readonly EngineName[] = ['vllm', 'sglang', 'llamacpp'];

/** The counters of a server of which nobody said which engine it is: each names its own. null: none, or no answer. */
export async function readCountersAt(
  ask: (request: HttpRequest) => Promise<HttpResponse>,
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
): Promise<EngineCounters | null> {
  const answer = await ask({ method: 'GET', url: `${url}/metrics`, headers, timeout_ms: ANSWER_MS });
  if (answer.status !== 200) return null;
  for (const engine of ENGINES) {
    const counters = readCounters(engine, answer.body);
    if (counters !== null) return counters;
  }
  return null;
}
