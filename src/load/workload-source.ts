import type { LoadRequest } from '../ports/load.ts';
import type { PreparedRequests } from '../ports/requests.ts';
import { bodyOf } from './body-of.ts';
import type { LoadMeans } from './means.ts';
import { prepareRequests } from './prompts/prepare.ts';
import { readTasks } from './prompts/read-tasks.ts';
import { serverTokeniser } from './prompts/tokeniser.ts';
import { openPrompts } from './prompts.ts';

/**
 * The requests that a workload names. Where it says nothing of salts, shared heads, lengths or ends, its prompts are those
 * of versions that knew none of these, so that its numbers can be set beside theirs. Faults: `configuration`, `usage`.
 */
export async function workloadSource(
  request: LoadRequest,
  means: Pick<LoadMeans, 'clock' | 'open'>,
): Promise<PreparedRequests> {
  const { point, target, seed, replicate } = request;
  const { workload } = point;
  const { salt = true, prefix_hits = 0, ignore_eos = false, input_tokens } = workload;
  if (salt && prefix_hits === 0 && !ignore_eos && input_tokens === undefined) return plainSource(request);
  const connections = means.open(new URL(target.url).protocol);
  try {
    return await prepareRequests(
      {
        target,
        dialect: workload.api,
        prompts: workload.prompts,
        requests: workload.requests,
        warmup_requests: request.warmup_requests,
        seed,
        replicate,
        input_tokens: input_tokens === undefined ? null : { from: input_tokens, to: input_tokens },
        output_tokens: { from: workload.max_tokens, to: workload.max_tokens },
        temperature: workload.temperature,
        ignore_eos,
        body: workload.body,
        salt,
        prefix_share: prefix_hits,
      },
      serverTokeniser(target, connections, (ms, ring) => means.clock.alarm(ms, ring)),
    );
  } finally {
    connections.destroy();
  }
}

async function plainSource({ point, target, seed, replicate }: LoadRequest): Promise<PreparedRequests> {
  const { workload, concurrency } = point;
  const prompts = await openPrompts(workload.prompts);
  return {
    notes: [],
    source: (phase, index) => {
      const prompt = prompts({ seed, replicate, workload: workload.name, concurrency, phase, index });
      const wanted = { ...workload, target, dialect: workload.api, ignore_eos: false };
      return bodyOf(wanted, prompt, workload.max_tokens);
    },
  };
}

/** Reads the prompts of a workload that it does not build. Fault: `configuration`, with the line of a file that is wrong. */
export async function checkPrompts({ prompts }: LoadRequest['point']['workload']): Promise<void> {
  if (prompts !== 'builtin:random') await readTasks(prompts);
}
