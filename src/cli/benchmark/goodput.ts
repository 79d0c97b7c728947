import { suggest } from '../../core/config/did-you-mean.ts';
import type { GoodputLimits } from '../../core/documents/measurement.ts';
import { usage } from '../usage.ts';
import { numberIn } from './numbers.ts';
import type { BenchOptions } from './options.ts';

/** vLLM's names, and ours where they differ. */
const TIMES: Readonly<Record<string, keyof GoodputLimits>> = {
  ttft: 'ttft_ms',
  tpot: 'tpot_ms',
  e2el: 'e2e_ms',
  e2e: 'e2e_ms',
};

const EXAMPLE = 'for example --goodput ttft:500 tpot:50 (milliseconds)';
const LIMIT = { from: 0.001, to: 86_400_000 };

/** The limits of --goodput. undefined: none. Fault: `usage`. */
export function goodputLimits({ goodput: words }: BenchOptions): GoodputLimits | undefined {
  if (words === undefined) return undefined;
  const limits: Partial<Record<keyof GoodputLimits, number>> = {};
  for (const word of words) {
    const [, name = '', ms = ''] = /^([^:]*):(.*)$/s.exec(word) ?? [];
    const time = Object.hasOwn(TIMES, name) ? TIMES[name] : undefined;
    if (name === '') throw usage(`--goodput: \`${word}\` is not NAME:MS`, EXAMPLE);
    if (time === undefined)
      throw usage(`--goodput: no time \`${name}\``, `${suggest(name, Object.keys(TIMES))}; ${EXAMPLE}`);
    if (limits[time] !== undefined) throw usage(`--goodput: two limits of ${name}`, EXAMPLE);
    limits[time] = numberIn('goodput', ms, LIMIT);
  }
  return limits;
}
