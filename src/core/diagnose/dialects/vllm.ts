import { message, processOf, rank } from '../../engine/vllm/log.ts';
import { phase } from '../../engine/vllm/phases.ts';
import { VLLM_HARMLESS } from '../data/harmless/vllm.ts';
import { VLLM_ARGUMENTS } from '../data/vllm.ts';
import { VLLM_MEMORY, VLLM_WRAPPERS } from '../data/vllm-load.ts';
import type { Dialect } from '../dialect.ts';
import { ALL_PYTHON_HARMLESS, PYTHON_LOOKS_WRONG, PYTHON_MARKS, PYTHON_SIGNATURES } from './python.ts';

/** vLLM 0.32.0 as captured on CPU; the lines of GPUs as in its source. */
export const VLLM: Dialect = {
  engine: 'vllm',
  message,
  marked: () => false,
  rank,
  trust(line) {
    const process = processOf(line);
    if (process === null) return 'raw';
    return /^API ?Server/i.test(process) ? 'server' : 'always';
  },
  verbose: () => false,
  phase,
  words: [
    'non-default args: ',
    'vLLM API server version ',
    'Resolved architecture: ',
    'Using max model len ',
    'Initializing a V1 LLM engine',
    'world_size=',
    ' in world size ',
    'Starting to load model',
    'Loading weights took',
    'Loading drafter model',
    'Warming up model for the compilation',
    'Dynamo bytecode transform time',
    'Using cache directory: ',
    ' KV cache size: ',
    ' KV cache memory: ',
    'Capturing CUDA graphs',
    'Graph capturing finished',
    'Starting vLLM ',
    'Application startup complete',
  ],
  alive: ['Avg prompt throughput'],
  load_phases: ['engine', 'distributed', 'weights', 'draft', 'compile', 'kv-cache', 'graphs'],
  looks_wrong: PYTHON_LOOKS_WRONG,
  kills_itself: false,
  marks: [
    ...PYTHON_MARKS,
    {
      tells: 'end',
      stage: 'any',
      pattern:
        /^(?:RuntimeError: Engine core initialization failed|(?:\S{1,80}\.)?EngineDeadError: EngineCore encountered an issue|(?:\[shutdown\] )?MPClient: engine core exited unexpectedly)/,
    },
    {
      tells: 'over',
      stage: 'any',
      pattern: /^(?:Shutting down$|Waiting for application shutdown|Finished server process)/,
    },
    {
      tells: 'stop',
      stage: 'any',
      pattern: /^\[shutdown\] (?:API server: shutdown triggered|EngineCore: trigger received signal=)/,
    },
  ],
  // the last one is written by the engine's own sweep, which hides what its servers say of themselves
  begins:
    /^\(API ?Server[\w ]{0,10} pid=(?<life>\d+)\) [^[]{1,40}\[[^\]]{1,80}\] (?:non-default args: |vLLM API server version )|^INFO [^[]{1,30}\[?[\w.]{1,40}:\d+\] vLLM API server version |^\[BEGIN SERVER\]/,
  version:
    /^(?:Initializing a V1 LLM engine \(v(?<version>[\w.+-]{1,40})\)|vLLM API server version (?<older>[\w.+-]{1,40}))/,
  signatures: [...VLLM_ARGUMENTS, ...VLLM_MEMORY, ...PYTHON_SIGNATURES, ...VLLM_WRAPPERS],
  harmless: [...VLLM_HARMLESS, ...ALL_PYTHON_HARMLESS],
};
