import { effectiveFromArgv, flagsOf, splitDotted } from '../argv.ts';
import type { EngineDefinition, ReadBackSources, WantedFlag } from '../definition.ts';
import { readBack } from '../read-back.ts';

const MODELS = '/v1/models';

/** Nothing is known about the flags of an arbitrary server. */
const unknownArity = () => null;

function argvOf(claim: WantedFlag, word: string, sources: ReadBackSources) {
  const { flag, key } = splitDotted(word);
  return effectiveFromArgv(
    claim.wanted,
    word,
    flagsOf(sources.argv, unknownArity),
    { on: [flag], off: [] },
    key,
  );
}

function firstModel(documents: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  const data = (documents[MODELS] as { readonly data?: unknown } | null | undefined)?.data;
  const first: unknown = Array.isArray(data) ? data[0] : null;
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : null;
}

/** Any server that speaks the OpenAI protocol. It has no report of its own: what was asked is all that can be read. */
export const openai: EngineDefinition = {
  name: 'openai',
  default_port: 8000,
  port_flags: ['--port'],
  host_flags: ['--host'],
  model_flags: ['--model'],
  self_contained: false,
  report_paths: [MODELS],
  health_path: MODELS,
  binds_before_load: false,
  instrumentation: () => ({ argv: [], env: {} }),
  canonicalFlag: (flag) => flag,
  takesValue: unknownArity,
  phase: () => null,
  effective: (wanted, sources) =>
    readBack(
      wanted,
      sources,
      [MODELS],
      () => null,
      (claim, flag) => argvOf(claim, flag, sources),
    ),
  capacity({ documents }) {
    const length = firstModel(documents)?.max_model_len;
    return typeof length === 'number' ? [{ name: 'context_tokens_per_slot', value: length }] : [];
  },
  version: () => null,
  model(documents) {
    const id = firstModel(documents)?.id;
    return typeof id === 'string' && id !== '' ? id : null;
  },
  speculates: () => false,
  drafting: () => ({ on: null, evidence: 'nothing is known about drafts of an arbitrary server' }),
  freeAtLoad: () => null,
  refusal: () => null,
  reference: {
    known_from: 'nothing: any server that speaks the OpenAI protocol',
    flags: [],
    rules: [],
    read_back: [],
    otherwise: 'argv, as the kernel shows it; a variable from the environment of the process.',
  },
};
