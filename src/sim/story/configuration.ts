import { MODEL, PORT, UNIT } from './service.ts';

export interface StoryWorkload {
  readonly concurrency: readonly number[];
  readonly requests: number;
  readonly max_tokens: number;
}

export interface StorySetting {
  readonly name: string;
  readonly budget: number;
  readonly topk: number;
  readonly window: number | null;
}

const WORKLOAD: StoryWorkload = { concurrency: [1, 4], requests: 8, max_tokens: 192 };

/** The four settings of the story: budget, topk, draft window. */
export const SETTINGS = [
  { name: 'b8k4', budget: 8, topk: 4, window: null },
  { name: 'b16k4w2k', budget: 16, topk: 4, window: 2048 },
  { name: 'b4k4w2k', budget: 4, topk: 4, window: 2048 },
  { name: 'b12k6w2k', budget: 12, topk: 6, window: 2048 },
] as const;

/** `holdpoint.yaml` for the service of the story, as somebody would write it for their own. */
export function storyConfiguration(
  workload: StoryWorkload = WORKLOAD,
  port: number = PORT,
  settings: readonly StorySetting[] = SETTINGS,
): string {
  const lines = settings.map(
    ({ name, budget, topk, window }) =>
      `  - { name: ${name}, budget: ${budget}, topk: ${topk}, window: ${window} }`,
  );
  return `version: 1
name: k26-ddtree
service: { kind: systemd, unit: ${UNIT} }
engine: sglang
endpoint: http://127.0.0.1:${port}
model: ${MODEL}
accelerator: nvidia
parameters:
  budget: { flag: --speculative-ddtree-budget, values: [4, 8, 12, 16] }
  topk: { flag: --speculative-ddtree-topk, values: [4, 6] }
  window: { flag: --speculative-draft-window-size, values: [null, 2048], report: draft_window_size }
settings:
${lines.join('\n')}
baseline: current
workloads:
  - name: code
    prompts: builtin:code
    api: chat
    concurrency: [${workload.concurrency.join(', ')}]
    requests: ${workload.requests}
    max_tokens: ${workload.max_tokens}
    temperature: 0
objective: { maximize: output_tokens_per_s, workload: code, concurrency: ${workload.concurrency[0] ?? 1} }
limits: { load: 45m, quiet: 10m, stop: 120s, release: 180s }
restore: original
`;
}
