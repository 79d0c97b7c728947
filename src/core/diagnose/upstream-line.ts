import { visible } from '../visible.ts';
import type { Diagnosis } from './classify.ts';
import type { Generation } from './generation.ts';
import { forPublic } from './redact.ts';

const LONGEST = 400;

/** One line that may be pasted into an issue of the engine: version, phase, cause and the line, without secrets. */
export function upstreamLine({ dialect, version, phase }: Generation, found: Diagnosis): string {
  const engine = dialect.engine === '' ? 'server' : dialect.engine;
  const line =
    found.root === null ? 'the log does not say why' : dialect.message({ ...found.root, offset: 0 });
  const parts = [
    version === null ? engine : `${engine} ${version}`,
    phase === null ? null : `phase ${phase}`,
    found.cause === 'unknown' ? null : found.cause,
    found.root === null || found.root.rank === null ? null : `rank ${found.root.rank}`,
    visible(forPublic(line.trim().slice(0, LONGEST))),
  ];
  return `for an issue upstream: ${parts.filter((part) => part !== null).join(' | ')}`;
}
