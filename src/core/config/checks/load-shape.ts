import type { RawWorkload } from '../schema/file.ts';
import { atKey, atValue, type Finding, type Path } from '../source/finding.ts';

/** Keys of one shape beside those of another, and a load that would never end or never be full. */
export function shapeFindings(workload: RawWorkload, path: Path): readonly Finding[] {
  const { rate, replay, requests, duration, concurrency } = workload;
  const shapes = (['concurrency', 'rate', 'replay'] as const).filter((key) => workload[key] !== undefined);
  const [first, second] = shapes;
  if (first !== undefined && second !== undefined)
    return [
      atKey([...path, second], `\`${first}\` and \`${second}\` are two loads`, 'make two workloads of them'),
    ];
  const ends =
    requests !== undefined || duration !== undefined || replay !== undefined
      ? []
      : [atKey(path, 'this load has no end', 'write `requests: 64`, or `duration: 60s`, or both')];
  if (rate !== undefined) return [...ends, ...alien(workload, path, ['starts'], 'of `concurrency`')];
  if (replay !== undefined)
    return alien(
      workload,
      path,
      ['starts', 'burstiness', 'ramp_from'],
      'not of a replay: its times are given',
    );
  const most = Math.max(1, ...(concurrency ?? []));
  return [
    ...ends,
    ...alien(workload, path, ['burstiness', 'ramp_from', 'max_open'], 'of `rate`'),
    ...(requests !== undefined && requests < most
      ? [
          atValue(
            [...path, 'requests'],
            `with ${requests} requests there are never ${most} at once`,
            `write at least ${most}`,
          ),
        ]
      : []),
  ];
}

function alien(
  workload: RawWorkload,
  path: Path,
  keys: readonly (keyof RawWorkload)[],
  whose: string,
): readonly Finding[] {
  return keys
    .filter((key) => workload[key] !== undefined)
    .map((key) => atKey([...path, key], `\`${key}\` is ${whose}`, 'remove it'));
}
