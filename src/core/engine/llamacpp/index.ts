import type { EngineDefinition } from '../definition.ts';
import { asTakenBy, refusalBy } from '../rulings.ts';
import { capacity } from './capacity.ts';
import { arity, canonicalFlag, FLAGS, findFlag } from './flags.ts';
import { drafting, model, speculates, version } from './identity.ts';
import { instrumentation } from './instrumentation.ts';
import { REPORT_PATHS } from './paths.ts';
import { phase } from './phases.ts';
import { effective } from './read-back.ts';
import { REFERENCE } from './reference.ts';
import { STATIC_RULES } from './static/index.ts';
import { takenApart } from './view.ts';

/** Flags whose file decides the result: weights, adapters, templates and grammars. */
const FILES = [
  '--model',
  '--spec-draft-model',
  '--mmproj',
  '--lora',
  '--control-vector',
  '--lookup-cache-static',
  '--chat-template-file',
  '--grammar-file',
  '--json-schema-file',
];

const aliasesOf = (names: readonly string[]) =>
  FLAGS.filter((f) => names.includes(f.name)).flatMap((f) => f.aliases);

/** llama.cpp's `llama-server`. */
export const llamacpp: EngineDefinition = {
  name: 'llamacpp',
  default_port: 8080,
  port_flags: aliasesOf(['--port']),
  host_flags: aliasesOf(['--host']),
  model_flags: aliasesOf(FILES),
  self_contained: true,
  report_paths: REPORT_PATHS,
  health_path: '/health',
  binds_before_load: true,
  instrumentation,
  canonicalFlag,
  takesValue(flag) {
    const count = arity(flag);
    return count === null ? null : count > 0;
  },
  variableOf: (flag) => findFlag(flag)?.env ?? null,
  phase,
  effective,
  capacity,
  version,
  model,
  speculates,
  drafting,
  freeAtLoad: () => null,
  refusal: (argv) => refusalBy(STATIC_RULES, takenApart(argv)),
  asTaken: (argv, context) => asTakenBy(STATIC_RULES, takenApart(argv, context?.env), context),
  reference: REFERENCE,
};
