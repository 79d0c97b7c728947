import type { EngineDefinition } from '../../src/core/engine/definition.ts';

/** The engine of the model world: it reports its argv, unless its script ignores the parameter. */
export const modelEngine: EngineDefinition = {
  name: 'openai',
  default_port: 8080,
  port_flags: ['--port'],
  host_flags: ['--host'],
  model_flags: [],
  self_contained: true,
  report_paths: [],
  health_path: '/health',
  binds_before_load: false,
  instrumentation: () => ({ argv: [], env: {} }),
  canonicalFlag: (flag) => flag,
  takesValue: () => true,
  phase: () => null,
  capacity: () => [],
  version: () => '1',
  model: () => 'm',
  speculates: () => false,
  drafting: () => ({ on: null, evidence: 'not said' }),
  freeAtLoad: () => null,
  refusal: () => null,
  effective: (wanted, sources) =>
    Object.fromEntries(
      wanted.map((flag) => {
        const ignored = sources.documents['serve'] === 'parameter-ignored';
        const got = ignored ? null : flag.wanted;
        return [
          flag.parameter,
          {
            wanted: flag.wanted,
            got,
            rule: 'equal' as const,
            source: 'server-info' as const,
            agrees: !ignored,
            evidence: 'model',
          },
        ];
      }),
    ),
};
