import { effectiveFromArgv, splitDotted } from '../argv.ts';
import type { Effective, ReadBackSources, WantedFlag } from '../definition.ts';
import type { Observed } from '../observed.ts';
import { readBack } from '../read-back.ts';
import { sameValue } from '../values.ts';
import { type Flag, findFlag, flagOfVariable } from './flags.ts';
import { REPORT_PATHS } from './paths.ts';
import { RULES } from './rules/index.ts';
import type { Rule } from './rules/rule.ts';
import { asked, namesOf, type View, viewOf } from './view.ts';

export function effective(
  wanted: readonly WantedFlag[],
  sources: ReadBackSources,
): Readonly<Record<string, Effective>> {
  const view = viewOf(sources);
  return readBack(
    wanted,
    sources,
    REPORT_PATHS,
    (claim) => byRule(claim, view),
    (claim, flag) => byArgv(claim, flag, view),
  );
}

/** By the rule of the flag, or of the flag that a variable stands for; null: no rule, or the server does not say. */
function byRule(claim: WantedFlag, view: View): Effective | null {
  const flag = claim.flag === null ? flagOfVariable(claim.env ?? '') : findFlag(claim.flag);
  const rule = flag === null ? undefined : RULES[flag.name];
  if (flag === null || rule === undefined) return null;
  const observed = rule.observe(view);
  if (claim.wanted === null) return absent(claim, flag, observed, view);
  return observed === null ? null : judged(claim.wanted, rule, observed, view);
}

function judged(wanted: string | number | boolean, rule: Rule, observed: Observed, view: View): Effective {
  const { agrees, rule: name, got, note } = rule.judge(wanted, observed, view);
  const evidence = note === undefined || note === '' ? observed.evidence : `${observed.evidence}; ${note}`;
  return { wanted, got: got ?? observed.value, rule: name, source: observed.source, agrees, evidence };
}

/** A flag that must be absent: it is, or what the engine has is its default anyway. */
function absent(claim: WantedFlag, flag: Flag, observed: Observed | null, view: View): Effective {
  const found =
    claim.flag === null
      ? (view.sources.env[claim.env ?? ''] ?? null)
      : asked({ ...view, sources: { ...view.sources, env: {} } }, flag.name);
  const is_default = observed !== null && flag.default !== null && sameValue(observed.value, flag.default);
  const where = claim.flag === null ? `${claim.env} in the environment` : `${flag.name} in argv`;
  return {
    wanted: null,
    got: observed?.value ?? found,
    rule: 'argv',
    source: observed?.source ?? 'argv',
    agrees: found === null || is_default,
    evidence: `${found === null ? 'no ' : ''}${where}${observed === null ? '' : `; ${observed.evidence}`}`,
  };
}

function byArgv(claim: WantedFlag, word: string, view: View): Effective {
  const known = findFlag(word);
  const { flag, key } = known === null ? splitDotted(word) : { flag: word, key: null };
  const names = known ?? findFlag(flag);
  return effectiveFromArgv(
    claim.wanted,
    word,
    view.flags,
    names === null ? { on: [flag], off: [] } : namesOf(names),
    key,
  );
}
