import type { AgreementRule, ParameterValue } from '../definition.ts';
import { numeric, sameValue } from '../values.ts';
import { argument } from './server-args.ts';
import type { View } from './view.ts';

export interface Agreement {
  readonly rule: AgreementRule;
  agrees(wanted: ParameterValue, got: ParameterValue, view: View): boolean;
}

/** A switch that is off is reported as false, or as nothing. */
const equal: Agreement = {
  rule: 'equal',
  agrees: (wanted, got) => sameValue(wanted, got) || (wanted === false && got === null),
};

/** At least as many tokens as asked, after they were cut to whole pages. Less: the memory did not suffice. */
const tokens: Agreement = {
  rule: 'at-least',
  agrees(wanted, got, view) {
    const [most, have] = [numeric(wanted), numeric(got)];
    if (most === null || have === null) return false;
    const page = Math.max(1, numeric(argument(view, 'page_size')?.value ?? null) ?? 1);
    return have >= Math.floor(most / page) * page;
  },
};

/** Names of one algorithm: case does not matter, and what `NEXTN` asks for is reported as what carries it out. */
const algorithm: Agreement = {
  rule: 'equal',
  agrees(wanted, got) {
    const [name, said] = [String(wanted).toUpperCase(), String(got).toUpperCase()];
    return name === said || (name === 'NEXTN' && (said === 'EAGLE' || said === 'FROZEN_KV_MTP'));
  },
};

const RULES: Readonly<Record<string, Agreement>> = {
  '--max-total-tokens': tokens,
  '--speculative-algorithm': algorithm,
};

/** How the report of a flag is compared with what was asked. */
export function agreementOf(flag: string): Agreement {
  return RULES[flag] ?? equal;
}
