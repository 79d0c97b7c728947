import type { AgreementRule, ParameterValue } from '../definition.ts';
import { numeric, sameValue } from '../values.ts';
import { typeOf } from './flags.ts';
import { argument } from './server-args.ts';
import { sizeOf } from './size.ts';
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
    const [most, have] = [sizeOf(String(wanted)), numeric(got)];
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

/** With attention over several groups each of them gets its part; the report has the part. */
function partOfGroups(share: (wanted: number, groups: number) => number): Agreement {
  return {
    rule: 'equal',
    agrees(wanted, got, view) {
      const [asked, have, groups] = [numeric(wanted), numeric(got), groupsOf(view)];
      if (sameValue(wanted, got)) return true;
      return asked !== null && have !== null && groups > 1 && Math.abs(have - share(asked, groups)) < 1e-9;
    },
  };
}

/** `--dp-size N --enable-dp-attention` is reported as `attn_dp_size` N and a `dp_size` of 1. */
const replicas: Agreement = {
  rule: 'equal',
  agrees: (wanted, got, view) =>
    sameValue(wanted, got) ||
    (argument(view, 'enable_dp_attention')?.value === true &&
      sameValue(wanted, argument(view, 'attn_dp_size')?.value ?? null)),
};

function groupsOf(view: View): number {
  const groups = numeric(argument(view, 'attn_dp_size')?.value ?? null);
  if (groups !== null) return groups;
  const old = argument(view, 'enable_dp_attention')?.value === true;
  return old ? (numeric(argument(view, 'dp_size')?.value ?? null) ?? 1) : 1;
}

/** `8k` and 8000 are one. */
const size: Agreement = {
  rule: 'equal',
  agrees: (wanted, got) => sameValue(sizeOf(String(wanted)) ?? wanted, got),
};

const RULES: Readonly<Record<string, Agreement>> = {
  '--max-total-tokens': tokens,
  '--speculative-algorithm': algorithm,
  '--chunked-prefill-size': partOfGroups((chunk, groups) => Math.floor(chunk / groups)),
  '--schedule-conservativeness': partOfGroups((factor) => factor * 0.3),
  '--dp-size': replicas,
};

/** How the report of a flag is compared with what was asked. */
export function agreementOf(flag: string): Agreement {
  return RULES[flag] ?? (typeOf(flag) === 'size' ? size : equal);
}
