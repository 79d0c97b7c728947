import { at, numberAt } from '../peers/json.ts';

/** What answers on a port: null, if nothing does; of a server that is ready, the value that it really has. */
export interface Served {
  readonly max_num_seqs: number | null;
}

/** Asks as anybody can; a server that is slow to answer is none at this moment. */
export async function servedOn(port: number): Promise<Served | null> {
  const ask = (place: string) =>
    fetch(`http://127.0.0.1:${port}${place}`, { signal: AbortSignal.timeout(5000) });
  try {
    if (!(await ask('/health')).ok) return null;
    const answer = await ask('/server_info?config_format=json');
    const config = at(await answer.json(), 'vllm_config', 'scheduler_config');
    return { max_num_seqs: numberAt(config, 'max_num_seqs') };
  } catch {
    return null;
  }
}
