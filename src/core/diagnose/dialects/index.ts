import type { LogLine } from '../../log-line.ts';
import { HOST_HARMLESS } from '../data/harmless/host.ts';
import { HOST } from '../data/host.ts';
import { TENSORRT_LLM } from '../data/tensorrt-llm.ts';
import type { Dialect } from '../dialect.ts';
import { LLAMACPP } from './llamacpp.ts';
import { ALL_PYTHON_HARMLESS, PYTHON_LOOKS_WRONG, PYTHON_MARKS, PYTHON_SIGNATURES } from './python.ts';
import { SGLANG } from './sglang.ts';
import { VLLM } from './vllm.ts';

/** Nothing is known of how other servers write; of Python and of the host is known what holds for all of them. */
const OPENAI: Dialect = {
  engine: 'openai',
  message: ({ text }: LogLine) => text,
  marked: () => false,
  rank: () => null,
  trust: () => 'raw',
  verbose: () => false,
  phase: () => null,
  words: [],
  alive: [],
  load_phases: [],
  looks_wrong: PYTHON_LOOKS_WRONG,
  kills_itself: false,
  marks: PYTHON_MARKS,
  begins: null,
  version: null,
  signatures: PYTHON_SIGNATURES,
  harmless: ALL_PYTHON_HARMLESS,
};

const TENSORRT: Dialect = {
  ...OPENAI,
  engine: 'tensorrt-llm',
  message: ({ text }) => text.replace(/^(?:\[[^\]]{1,60}\] ){0,4}/, ''),
  marks: [
    ...PYTHON_MARKS,
    {
      tells: 'end',
      stage: 'any',
      pattern: /^(?:MPI_ABORT was invoked on rank|RuntimeError: Executor worker returned error)/,
    },
  ],
  signatures: [...TENSORRT_LLM, ...PYTHON_SIGNATURES],
};

/** A log of which no engine is known: only the kernel and the service manager are believed. */
export const HOST_ONLY: Dialect = {
  ...OPENAI,
  engine: '',
  marks: [],
  signatures: HOST,
  harmless: HOST_HARMLESS,
};

const DIALECTS: readonly Dialect[] = [SGLANG, VLLM, LLAMACPP, TENSORRT, OPENAI];

/** Engines whose logs can be read; more than can be driven. */
export const DIALECT_NAMES: readonly string[] = DIALECTS.map(({ engine }) => engine);

export function dialectOf(engine: string): Dialect {
  return DIALECTS.find((dialect) => dialect.engine === engine) ?? OPENAI;
}

export const ALL_DIALECTS: readonly Dialect[] = [...DIALECTS, HOST_ONLY];
