import type {
  Configuration,
  ParameterConfiguration,
  Place,
  SettingConfiguration,
} from '../../../src/core/config/configuration.ts';
import { LIMIT_DEFAULTS, NO_HOOKS } from '../../../src/core/config/defaults.ts';
import type { ParameterValue } from '../../../src/core/engine/definition.ts';
import type { Definition } from '../../../src/core/generation.ts';

export const PLACE: Place = { file: '/etc/hp/holdpoint.yaml', line: 1, column: 1 };

export const BASE: Definition = {
  argv: ['/bin/llama-server', '-m', 'm.gguf', '-np', '2', '--temp=0.50', '--no-mmap', '--port', '8081'],
  env: { OMP_NUM_THREADS: '4' },
  cwd: '/srv',
  env_complete: false,
};

export function flag(
  name: string,
  word: string,
  values: readonly ParameterValue[],
  more: { readonly off?: string; readonly json_key?: string; readonly report?: string } = {},
): ParameterConfiguration {
  return {
    name,
    kind: 'flag',
    flag: word,
    json_key: more.json_key ?? null,
    off: more.off ?? null,
    values,
    report: more.report ?? null,
    place: PLACE,
  };
}

export function variable(
  name: string,
  env: string,
  values: readonly ParameterValue[],
): ParameterConfiguration {
  return { name, kind: 'env', env, values, report: null, place: PLACE };
}

export function linked(
  name: string,
  options: Readonly<Record<string, Readonly<Record<string, ParameterValue>>>>,
): ParameterConfiguration {
  return { name, kind: 'linked', options, values: Object.keys(options), report: null, place: PLACE };
}

export function setting(
  name: string,
  values: Readonly<Record<string, ParameterValue>>,
): SettingConfiguration {
  return { name, values, place: PLACE };
}

export function configuration(
  parameters: readonly ParameterConfiguration[],
  more: Partial<Configuration> = {},
): Configuration {
  const workload = {
    name: 'code',
    prompts: 'builtin:code',
    api: 'chat',
    concurrency: [1, 4],
    requests: 8,
    max_tokens: 8,
    temperature: 0,
    body: {},
    expect: null,
  } as const;
  return {
    version: 1,
    name: 'n',
    file: '/etc/hp/holdpoint.yaml',
    folder: '/etc/hp',
    host: 'local',
    service: { kind: 'process', command: BASE.argv, cwd: BASE.cwd, env: BASE.env },
    engine: 'llamacpp',
    endpoint: { url: 'http://127.0.0.1:8081', protocol: 'http:', address: '127.0.0.1', port: 8081 },
    auth: null,
    model: null,
    accelerator: { kind: 'host-memory', devices: null, floor: {} },
    parameters,
    constraints: [],
    settings: null,
    baseline: 'current',
    workloads: [workload],
    objective: {
      direction: 'maximize',
      metric: 'output_tokens_per_s',
      workload: 'code',
      concurrency: 4,
      where: [],
    },
    limits: LIMIT_DEFAULTS,
    window: null,
    hooks: NO_HOOKS,
    restore: 'original',
    tools: {},
    ...more,
  };
}
