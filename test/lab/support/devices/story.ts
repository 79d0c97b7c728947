import { MODEL } from '../../../../src/sim/story/service.ts';

/** The command of the operator's unit. `python`: of `makeProgram`. */
export function serverCommand(python: string, port: number): readonly string[] {
  return [
    python,
    ...['-m', 'sglang.launch_server', '--model-path', '/models/Kimi-K2.6'],
    ...['--served-model-name', MODEL, '--tp-size', '8', '--host', '0.0.0.0', '--port', String(port)],
    ...['--mem-fraction-static', '0.90', '--enable-metrics', '--speculative-algorithm', 'DDTREE'],
    ...['--speculative-draft-model-path', '/models/Kimi-K2.6-DFlash'],
    ...['--speculative-dflash-block-size', '8'],
    ...['--speculative-ddtree-budget', '8', '--speculative-ddtree-topk', '4'],
  ];
}

/** Lines of [Service]. `speed`: how many times as fast as life; `held` and `faults`: folders. */
export function serverEnvironment(given: {
  readonly speed: number;
  readonly held: string;
  readonly faults: string;
}): readonly string[] {
  const variables = { SIM_SPEED: given.speed, SIM_DEVICES: given.held, SIM_FAULTS: given.faults };
  return Object.entries(variables).map(([name, value]) => `Environment=${name}=${value}`);
}

const PARAMETERS = {
  budget: { flag: '--speculative-ddtree-budget', values: [4, 8, 12, 16] },
  topk: { flag: '--speculative-ddtree-topk', values: [4, 6] },
  window: { flag: '--speculative-draft-window-size', values: [null, 2048], report: 'draft_window_size' },
};
const STORY = {
  version: 1,
  name: 'k26-ddtree',
  engine: 'sglang',
  model: MODEL,
  accelerator: 'nvidia',
  parameters: PARAMETERS,
  settings: [{ name: 'b16k4w2k', budget: 16, topk: 4, window: 2048 }],
  baseline: 'none',
  workloads: [
    { name: 'code', prompts: 'builtin:code', api: 'chat', concurrency: [1], requests: 4, max_tokens: 32 },
  ],
};

/** `holdpoint.yaml` of the story for such a unit: one setting, few requests, short limits, and `own` over it. */
export function storyFile(
  service: { readonly unit: string; readonly port: number; readonly tool: string },
  own: Readonly<Record<string, unknown>> = {},
): object {
  return {
    ...STORY,
    service: { kind: 'systemd', unit: service.unit },
    endpoint: `http://127.0.0.1:${service.port}`,
    tools: { 'nvidia-smi': service.tool },
    ...own,
    limits: { load: '120s', quiet: '60s', stop: '20s', release: '60s', ...(own['limits'] ?? {}) },
  };
}
