import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './harness.ts';

export const FILE = `version: 1
name: k26
service: { kind: process, command: [/opt/llama-server, -m, /models/m.gguf], cwd: . }
engine: llamacpp
endpoint: http://127.0.0.1:8080
parameters:
  slots: { flag: --parallel, values: [1, 2, 4] }
  spec: { values: { off: {}, n4: { --spec-type: draft-simple, -md: /models/d.gguf, --spec-draft-n-max: 4 } } }
baseline: current
workloads:
  - { name: code, prompts: builtin:code, api: chat, concurrency: [1, 4], requests: 8, max_tokens: 32 }
objective: { maximize: output_tokens_per_s, workload: code, concurrency: 1 }
`;

/** The same over a server that runs already. */
export const ADOPT = FILE.replace(/service: .*/, 'service: { kind: process, adopt: { port: 8080 } }');

/** A fresh folder with a configuration in it. */
export function projectFolder(text = FILE): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'holdpoint.yaml'), text);
  return folder;
}
