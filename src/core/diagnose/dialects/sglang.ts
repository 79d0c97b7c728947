import { message, rank } from '../../engine/sglang/log.ts';
import { phase } from '../../engine/sglang/phases.ts';
import { SGLANG_HARMLESS } from '../data/harmless/sglang.ts';
import { SGLANG_ARGUMENTS } from '../data/sglang.ts';
import { SGLANG_MEMORY, SGLANG_SERVER } from '../data/sglang-load.ts';
import { SGLANG_LAST, SGLANG_WRAPPERS } from '../data/sglang-wrappers.ts';
import type { Dialect } from '../dialect.ts';
import { ALL_PYTHON_HARMLESS, PYTHON_LOOKS_WRONG, PYTHON_MARKS, PYTHON_SIGNATURES } from './python.ts';

const REQUEST = /^(?:Receive|Finish): /;
const PREFIXED = /^\[\d{4}-\d\d-\d\d /;

/** SGLang 0.5.23 as captured on CPU; the lines of GPUs and of tree drafting as in its source and that of forks. */
export const SGLANG: Dialect = {
  engine: 'sglang',
  message,
  marked: () => false,
  rank,
  // with --log-requests a request is one line, in which its line ends are escaped
  trust: (line) => (!PREFIXED.test(line.text) ? 'raw' : REQUEST.test(message(line)) ? 'never' : 'always'),
  verbose: () => false,
  phase,
  words: [
    'server_args=',
    'Init torch distributed begin',
    'Init parallel begin',
    'Init torch distributed ends',
    'Init parallel ends',
    'Load weight begin',
    'KV Cache is allocated',
    'graph begin',
    'Graph begin',
    'Capturing batches',
    'Initialized D',
    'Started server process',
    'Uvicorn running on ',
    'The server is fired up',
  ],
  alive: ['Decode batch', 'Prefill batch'],
  load_phases: ['distributed', 'weights', 'kv-cache', 'graphs', 'draft'],
  looks_wrong: PYTHON_LOOKS_WRONG,
  kills_itself: true,
  marks: [
    ...PYTHON_MARKS,
    {
      tells: 'end',
      stage: 'any',
      pattern:
        /^(?:Received sigquit from a child process|SIGQUIT received\. |Subprocess \S+ \(pid=\d+\) crashed with exit code|kill_process_tree called: .{1,80}include_parent=True)/,
    },
    {
      tells: 'over',
      stage: 'any',
      pattern: /^(?:Waiting for application shutdown|Application shutdown complete|Finished server process)/,
    },
    { tells: 'stop', stage: 'any', pattern: /^(?:SIGTERM received\.|Gracefully exiting\.\.\.)/ },
  ],
  begins: /^\[\d{4}-[^\]]{1,60}\] server_args=/,
  version: null,
  signatures: [
    ...SGLANG_ARGUMENTS,
    ...SGLANG_MEMORY,
    ...SGLANG_SERVER,
    ...PYTHON_SIGNATURES,
    ...SGLANG_WRAPPERS,
    ...SGLANG_LAST,
  ],
  harmless: [...SGLANG_HARMLESS, ...ALL_PYTHON_HARMLESS],
};
