import { suggest } from '../did-you-mean.ts';
import type { Draft } from '../draft.ts';
import type { RawWorkload } from '../schema/file.ts';
import { BUILTIN } from '../schema/names.ts';
import { atKey, atValue, type Finding, type Path } from '../source/finding.ts';
import { shapeFindings } from './load-shape.ts';

export const BUILTIN_PROMPTS = ['builtin:code', 'builtin:chat', 'builtin:count', 'builtin:random'];

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
    return [
      ...repeated(workload.concurrency ?? [], [...path, 'concurrency']),
      ...repeated(workload.rate ?? [], [...path, 'rate']),
      ...shapeFindings(workload, path),
      ...Object.keys(workload.body ?? {})
        .filter((key) => Object.hasOwn(OWN_KEYS, key))
        .map((key) => atKey([...path, 'body', key], `\`${key}\` cannot be set here`, OWN_KEYS[key] ?? '')),
      ...promptFindings(workload, path),
      ...(workload.goodput !== undefined && Object.keys(workload.goodput).length === 0
        ? [
            atValue(
              [...path, 'goodput'],
              '`goodput` names no limit',
              'write for example {ttft: 500ms, tpot: 50ms}',
            ),
          ]
        : []),
    ];
  });
}

function repeated(levels: readonly number[], path: Path): readonly Finding[] {
  return levels.flatMap((level, index) =>
    levels.indexOf(level) < index
      ? [atValue([...path, index], `${level} stands twice`, 'leave one of them')]
      : [],
  );
}

const RANDOM = 'builtin:random';

function promptFindings({ prompts, input_tokens, requests }: RawWorkload, path: Path): readonly Finding[] {
  if (prompts.startsWith('builtin:') && !(BUILTIN.test(prompts) && BUILTIN_PROMPTS.includes(prompts)))
    return [
      atValue([...path, 'prompts'], `\`${prompts}\` is not built in`, suggest(prompts, BUILTIN_PROMPTS)),
    ];
  if (prompts !== RANDOM)
    return input_tokens === undefined
      ? []
      : [
          atKey(
            [...path, 'input_tokens'],
            'only prompts of builtin:random have a length that is asked for',
            'remove it, or write `prompts: builtin:random`',
          ),
        ];
  const missing = [
    ...(input_tokens === undefined ? ['`input_tokens: 1024`'] : []),
    ...(requests === undefined ? ['`requests: 64`'] : []),
  ];
  return missing.length === 0
    ? []
    : [
        atValue(
          [...path, 'prompts'],
          `${RANDOM} needs a length and a number: each prompt is built before the load begins`,
          `write ${missing.join(' and ')} too`,
        ),
      ];
}
