import type { EngineDefinition } from '../definition.ts';
import { capacity } from './capacity.ts';
import { canonicalFlag, FLAGS, takesValue } from './flags.ts';
import { freeAtLoad } from './free-at-load.ts';
import { instance, model, modelsIn, version } from './identity.ts';
import { instrumentation } from './instrumentation.ts';
import { asTaken, refusal } from './judged.ts';
import { REPORT_PATHS } from './paths.ts';
import { PHASE_SHARES, phase } from './phases.ts';
import { effective } from './read-back.ts';
import { REFERENCE } from './reference.ts';
import { drafting, speculates } from './speculation.ts';

/** Flags whose file decides the result: weights, tokenizer, templates and the file with more flags. */
const FILES = ['--model', '--tokenizer', '--hf-config-path', '--spec-model', '--chat-template', '--config'];

const aliasesOf = (names: readonly string[]) =>
  FLAGS.filter(({ name }) => names.includes(name)).flatMap(({ aliases }) => aliases);

/**
 * vLLM, its V1 engine. It binds its port at once and listens on it only when the core has loaded: until then a
 * connection is refused. Where the core dies later, `/health` answers 503 while the API server still stands. One SIGTERM
 * is lost while it loads, and a killed API server leaves its core and workers with their memory.
 */
export const vllm: EngineDefinition = {
  name: 'vllm',
  default_port: 8000,
  port_flags: ['--port'],
  host_flags: ['--host'],
  model_flags: aliasesOf(FILES),
  modelsIn,
  self_contained: false,
  report_paths: REPORT_PATHS,
  health_path: '/health',
  binds_before_load: false,
  instrumentation,
  canonicalFlag,
  takesValue,
  phase,
  effective,
  capacity,
  version,
  model,
  instance,
  speculates,
  drafting,
  freeAtLoad,
  phase_shares: PHASE_SHARES,
  refusal,
  asTaken,
  reference: REFERENCE,
};
