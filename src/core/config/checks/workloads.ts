import { suggest } from '../did-you-mean.ts';
import type { Draft } from '../draft.ts';
import { BUILTIN } from '../schema/names.ts';
import { atKey, atValue, type Finding } from '../source/finding.ts';

export const BUILTIN_PROMPTS = ['builtin:code', 'builtin:chat', 'builtin:count'];

/** Written by the load generator itself: with another value its numbers would mean something else. */
const OWN_KEYS: Readonly<Record<string, string>> = {
  stream: 'answers are always streamed: times of tokens come from the stream',
  messages: 'prompts come from `prompts`',
  prompt: 'prompts come from `prompts`',
};

export function checkWorkloads({ workloads }: Draft): readonly Finding[] {
  return workloads.flatMap((workload, at) => {
    if (workload === null) return [];
    const path = ['workloads', at];
    const levels = workload.concurrency ?? [];
    const most = Math.max(1, ...levels);
    return [
      ...levels.flatMap((level, index) =>
        levels.indexOf(level) < index
          ? [atValue([...path, 'concurrency', index], `${level} stands twice`, 'leave one of them')]
          : [],
      ),
      ...(workload.requests < most
        ? [
            atValue(
              [...path, 'requests'],
              `with ${workload.requests} requests there are never ${most} at once`,
              `write at least ${most}`,
            ),
          ]
        : []),
      ...Object.keys(workload.body ?? {})
        .filter((key) => Object.hasOwn(OWN_KEYS, key))
        .map((key) => atKey([...path, 'body', key], `\`${key}\` cannot be set here`, OWN_KEYS[key] ?? '')),
      ...promptFindings(workload.prompts, [...path, 'prompts']),
    ];
  });
}

function promptFindings(prompts: string, path: readonly (string | number)[]): readonly Finding[] {
  if (!prompts.startsWith('builtin:') || (BUILTIN.test(prompts) && BUILTIN_PROMPTS.includes(prompts)))
    return [];
  return [atValue(path, `\`${prompts}\` is not built in`, suggest(prompts, BUILTIN_PROMPTS))];
}
