import path from 'node:path';

/** Nothing is fetched, nothing is told to anybody, and each keeps its caches in its own folder, removed with the run. */
export function quiet(dir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HF_HOME: path.join(dir, 'hub'),
    XDG_CACHE_HOME: path.join(dir, 'cache'),
    HF_HUB_OFFLINE: '1',
    TRANSFORMERS_OFFLINE: '1',
    HF_DATASETS_OFFLINE: '1',
    VLLM_NO_USAGE_STATS: '1',
    DO_NOT_TRACK: '1',
    NO_COLOR: '1',
    OMP_NUM_THREADS: '1',
    TOKENIZERS_PARALLELISM: 'false',
    COLUMNS: '160',
  };
}
