import { type ParseResult, parseConfiguration } from '../../../src/core/config/parse.ts';
import { fakeEngine } from '../../helpers/engine.ts';

/** A file in which nearly every key stands. */
export const FILE = `version: 1
name: llama-slots
service:
  kind: process
  command: [./bin/llama-server, -m, models/m.gguf, -c, 4096, --port, 8081, --temp, 0.10]
  cwd: .
  env: { OMP_NUM_THREADS: 4 }
engine: llamacpp
endpoint: http://127.0.0.1:8081
auth: { env: API_KEY, headers: { X-Tenant: "a-\${TENANT}" } }
parameters:
  slots: { flag: -np, values: [1, 2, 4] }
  batch: { flag: --batch-size, values: [null, 512] }
  mmap: { flag: --mmap, values: [true, false], off: --no-mmap }
  draft: { values: { off: {}, n4: { --spec-type: draft-simple, --draft-max: 4 } } }
constraints:
  - slots <= 4
  - batch == null or batch >= slots
baseline: current
workloads:
  - { name: code, prompts: builtin:code, concurrency: [1, 4], requests: 64, max_tokens: 64 }
  - { name: own, prompts: prompts.jsonl, api: completions, requests: 8, max_tokens: 8, temperature: 0.5, body: { top_p: 0.9 }, expect: " 1 2" }
objective: { maximize: output_tokens_per_s, workload: code, concurrency: 1, where: ["ttft_p95 <= 2s"] }
limits: { load: 30m, quiet: 90s, stop: 1m, release: 3m, drain: 5s, total: 1h30m }
window: { until: "04:00" }
hooks: { drain: [[./drain.sh, --all]], end: [[notify, 1.50]] }
restore: best
tools: { ss: tools/ss }
`;

export const ENVIRONMENT = { HOME: '/home/u', TENANT: 'blue', API_KEY: 'sk-0123456789' };

export function parse(
  text: string | Uint8Array,
  environment: Readonly<Record<string, string | undefined>> = ENVIRONMENT,
): ParseResult {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return parseConfiguration(bytes, { file: '/etc/hp/holdpoint.yaml', environment, engine: () => fakeEngine });
}

/** `FILE` with one piece of text replaced; the piece must stand there exactly once. */
export function edited(...edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((text, [before, after]) => {
    if (text.split(before).length !== 2) throw new Error(`not exactly once in the file: ${before}`);
    return text.replace(before, () => after);
  }, FILE);
}
