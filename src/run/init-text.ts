import { visible } from '../core/visible.ts';
import type { Candidate } from './init-candidates.ts';

export interface Auth {
  readonly line: string;
  readonly advice: string;
}

/** A candidate as it stands in this command. */
export interface Shown extends Omit<Candidate, 'preset'> {
  readonly preset: string | null;
  /** Its value in the command; null: the flag is absent. */
  readonly now: string | null;
  /** The variable that sets the same here, so that the flag cannot be swept; null: none does. */
  readonly variable: string | null;
}

export interface FirstFile {
  readonly name: string;
  /** Whole lines: what runs the server. */
  readonly service: readonly string[];
  /** Whole lines on its memory; empty: nothing is known of it. */
  readonly accelerator: readonly string[];
  readonly engine: string;
  readonly because: string;
  readonly endpoint: string;
  readonly auth: Auth | null;
  readonly candidates: readonly Shown[];
  /** An example of one, with names of candidates. */
  readonly constraint: string;
}

/** The first `holdpoint.yaml`. Foreign text stands in it only as quoted scalars or made visible in comments. */
export function firstFile(file: FirstFile): string {
  return `version: 1
name: ${scalar(file.name)}
${file.service.join('\n')}
engine: ${file.engine}   # ${visible(file.because)}
endpoint: ${scalar(file.endpoint)}
${file.auth === null ? '' : `${file.auth.line}   # ${visible(file.auth.advice)}\n`}${file.accelerator.map((line) => `${line}\n`).join('')}
parameters:
${parameters(file)}
# constraints:
#   - ${file.constraint}

baseline: current
workloads:
  - { name: code, prompts: builtin:code, api: chat, concurrency: [1, 4], requests: 32, max_tokens: 256, temperature: 0 }
objective: { maximize: output_tokens_per_s, workload: code, concurrency: 4 }
# limits: { load: auto, total: 12h }
# window: { until: "04:00" }   # no start that would not be undone by then
restore: original
`;
}

function parameters({ candidates }: FirstFile): string {
  const live = candidates.find(({ variable }) => variable === null);
  const lines = candidates.map((candidate) => {
    const { name, flag, values, why, preset, now, variable } = candidate;
    const known = [
      `default ${preset ?? 'unknown'}`,
      ...(now === null ? [] : [`now ${visible(now)}`]),
      ...(variable === null ? [] : [`now set by ${variable}: sweep { env: ${variable} }`]),
      why,
    ];
    const listed = values.map((value) => value ?? 'null').join(', ');
    return `  ${candidate === live ? '' : '# '}${name}: { flag: ${flag}, values: [${listed}] }   # ${known.join('; ')}`;
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
