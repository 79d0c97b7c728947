import type { EngineDefinition } from '../definition.ts';
import { asTakenBy, refusalBy } from '../rulings.ts';
import { capacity } from './capacity.ts';
import { canonicalFlag, spellingsOf, takesValue } from './flags.ts';
import { freeAtLoad } from './free-at-load.ts';
import { instance, model, version } from './identity.ts';
import { instrumentation } from './instrumentation.ts';
import { REPORT_PATHS } from './paths.ts';
import { PHASE_SHARES, phase } from './phases.ts';
import { effective } from './read-back.ts';
import { REFERENCE } from './reference.ts';
import { STATIC_RULES } from './rules/index.ts';
import { drafting, speculates } from './speculation.ts';
import { takenApart } from './view.ts';

/** Flags whose file decides the result: weights, tokenizer, templates and tables. */
const FILES = [
  '--model-path',
  '--speculative-draft-model-path',
  '--tokenizer-path',
  '--chat-template',
  '--completion-template',
  '--quantization-param-path',
  '--speculative-token-map',
];

/** SGLang. It loads for minutes before it binds its port: a refused connection says nothing until then. */
export const sglang: EngineDefinition = {
  name: 'sglang',
  default_port: 30000,
  port_flags: ['--port'],
  host_flags: ['--host'],
  model_flags: FILES.flatMap(spellingsOf),
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
  refusal: (argv) => refusalBy(STATIC_RULES, takenApart(argv)),
  asTaken: (argv, context) => asTakenBy(STATIC_RULES, takenApart(argv), context),
  reference: REFERENCE,
};
