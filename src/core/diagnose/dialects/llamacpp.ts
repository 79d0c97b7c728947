import { level, message } from '../../engine/llamacpp/log.ts';
import { phase } from '../../engine/llamacpp/phases.ts';
import { HOST_HARMLESS } from '../data/harmless/host.ts';
import { LLAMACPP_HARMLESS } from '../data/harmless/llamacpp.ts';
import { HOST } from '../data/host.ts';
import { LLAMACPP_ARGUMENTS, LLAMACPP_FILES } from '../data/llamacpp.ts';
import { LLAMACPP_MEMORY, LLAMACPP_REST } from '../data/llamacpp-memory.ts';
import type { Dialect } from '../dialect.ts';

export const LLAMACPP: Dialect = {
  engine: 'llamacpp',
  message,
  marked: (line) => level(line) === 'E',
  rank: () => null,
  trust: (line) => (level(line) === 'E' ? 'always' : 'never'),
  verbose: (line) => level(line) === 'D',
  phase,
  words: [
    ' E ',
    ' D que',
    ' D slot',
    ' D srv',
    ' D spec',
    'common_params_print_info: ',
    'binding port',
    'load_model: ',
    'fitting params',
    'loading model',
    'constructing llama_context',
    'threadpool init',
    'warming up the model',
    'loading draft model',
    'model loaded',
    'listening on ',
  ],
  alive: ['slot print_timing', 'slot launch_slot_'],
  load_phases: ['load', 'tensors'],
  looks_wrong:
    /^(?:[Ee]rror|ERROR|[Ff]atal|FATAL|[Pp]anic|[Ee]xception|[Tt]raceback|terminate called|[Ss]egmentation fault|[Ii]llegal instruction)\b/,
  kills_itself: false,
  marks: [
    { tells: 'end', stage: 'any', pattern: /^srv +\w+: exiting due to / },
    {
      tells: 'end',
      stage: 'load',
      pattern: /^(?:error: invalid argument: |error while handling argument "|error: --model is required)/,
    },
    {
      tells: 'end',
      stage: 'load',
      pattern:
        /^(?:\S+:\d+: GGML_ASSERT\(|terminate called after throwing|Segmentation fault|Illegal instruction)/,
    },
    { tells: 'over', stage: 'any', pattern: /^srv +operator\(\): operator\(\): cleaning up before exit/ },
  ],
  begins:
    /^(?:\d+\.\d\d\.\d{3}\.\d{3} )?(?:[IWED] )?cmn +common_param: common_params_print_info: (?:build|verbosity)/,
  version: /^cmn +common_param: common_params_print_info: build (?<version>\d+ \(\w+\))/,
  signatures: [...LLAMACPP_ARGUMENTS, ...LLAMACPP_FILES, ...LLAMACPP_MEMORY, ...LLAMACPP_REST, ...HOST],
  harmless: [...LLAMACPP_HARMLESS, ...HOST_HARMLESS],
};
