import type { Definition } from '../core/generation.ts';
import { visible } from '../core/visible.ts';
import type { Candidate } from './init-candidates.ts';

export interface Auth {
  readonly line: string;
  readonly advice: string;
}

export interface FirstFile {
  readonly name: string;
  readonly port: number;
  readonly definition: Definition;
  readonly engine: string;
  readonly because: string;
  readonly endpoint: string;
  readonly auth: Auth | null;
  readonly candidates: readonly (Candidate & {
    readonly preset: string | null;
    readonly now: string | null;
  })[];
}

/** The first `holdpoint.yaml`. Foreign text stands in it only as quoted scalars or made visible in comments. */
export function firstFile(file: FirstFile): string {
  const { definition } = file;
  const command = definition.argv.map(scalar).join(', ');
  return `version: 1
name: ${scalar(file.name)}
service: { kind: process, adopt: { port: ${file.port} } }
# What runs there now, for the day on which it does not run and Holdpoint is to start it:
# service:
#   kind: process
#   command: [${command}]
#   cwd: ${scalar(definition.cwd)}
engine: ${file.engine}   # ${visible(file.because)}
endpoint: ${scalar(file.endpoint)}
${file.auth === null ? '' : `${file.auth.line}   # ${visible(file.auth.advice)}\n`}
parameters:
${parameters(file)}
# constraints:
#   - ubatch <= batch

baseline: current
workloads:
  - { name: code, prompts: builtin:code, api: chat, concurrency: [1, 4], requests: 32, max_tokens: 256, temperature: 0 }
objective: { maximize: output_tokens_per_s, workload: code, concurrency: 1 }
# limits: { load: auto, total: 12h }
# window: { until: "04:00" }
restore: original
`;
}

function parameters({ candidates }: FirstFile): string {
  const lines = candidates.map(({ name, flag, values, why, preset, now }, index) => {
    const known = [`default ${preset ?? 'unknown'}`, ...(now === null ? [] : [`now ${visible(now)}`]), why];
    return `  ${index === 0 ? '' : '# '}${name}: { flag: ${flag}, values: [${values.join(', ')}] }   # ${known.join('; ')}`;
  });
  return lines.length === 0 ? '  # name: { flag: --its-flag, values: [1, 2] }\n' : `${lines.join('\n')}\n`;
}

/** A YAML scalar on one line: plain where nothing in it means anything, else quoted with everything hidden escaped. */
export function scalar(text: string): string {
  if (/^[A-Za-z/][A-Za-z0-9_/.-]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text))
    return text;
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
