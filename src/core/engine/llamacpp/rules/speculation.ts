import type { ParameterValue } from '../../definition.ts';
import type { Observed } from '../../observed.ts';
import { sameValue } from '../../values.ts';
import { lastMatch } from '../log.ts';
import { draftsAlways, speculationOf, typesIn } from '../speculation.ts';
import { asked, type View } from '../view.ts';
import type { Judgement, Rule } from './rule.ts';

const SEEN = 'what was drafted in the probe generations, `/slots` `speculative`';

/** Tokens drafted in the probe generations; null: their timings were not readable, or the server never drafts. */
function drafted(view: View): number {
  return view.sources.behaviour.draft_tokens ?? 0;
}

/**
 * Does the server draft, and how is that known? A slot flag alone is not enough where a draft model is asked for: it
 * must have drafted. An n-gram type cannot be made to, since it needs text that repeats.
 */
function working(view: View): { readonly works: boolean; readonly evidence: string } {
  const speculation = speculationOf(view);
  const types =
    speculation.implementations.length > 0
      ? speculation.implementations.map((i) => i.type)
      : typesIn(asked(view, '--spec-type'));
  const must_draft = types.length === 0 || types.some(draftsAlways);
  const evidence = `${speculation.evidence}; ${drafted(view)} tokens drafted in the probes`;
  return {
    works: speculation.on !== false && (drafted(view) > 0 || (speculation.on === true && !must_draft)),
    evidence,
  };
}

function observeTypes(view: View): Observed {
  const { implementations, on } = speculationOf(view);
  const { works, evidence } = working(view);
  const logged = implementations.map((i) => i.type).join(',');
  const value: ParameterValue =
    on === false ? 'none' : logged !== '' ? logged : works ? asked(view, '--spec-type') : null;
  return { value, source: 'behaviour', evidence };
}

/** `--spec-type`: in effect only if the slots say so and, with a draft model, tokens were drafted. */
export const specType: Rule = {
  observe: observeTypes,
  judge(wanted, observed, view): Judgement {
    const types = typesIn(String(wanted));
    const seen = typesIn(typeof observed.value === 'string' ? observed.value : null);
    if (types.length === 0) {
      const none = observed.value === 'none' || (observed.value === null && drafted(view) === 0);
      return { agrees: none, rule: 'equal' };
    }
    const all = types.every((t) => seen.includes(t)) && seen.length === types.length;
    return { agrees: all && working(view).works, rule: 'present' };
  },
  from: `${SEEN}, and the types in the log: \`adding speculative implementation ...\``,
  says: 'the same types, and with a draft model tokens were drafted',
};

/** `-md`: a draft model that was loaded and drafts. Without an active type it is loaded and never used. */
export const draftModel: Rule = {
  observe(view) {
    const loaded = lastMatch(view.log.load, /^common_speculative_init_result: loading draft model '(.*)'$/);
    const { works, evidence } = working(view);
    const path = loaded?.groups[0] ?? asked(view, '--spec-draft-model');
    const types = speculationOf(view).implementations.map((i) => i.type);
    const uses = works && (types.length === 0 || types.some(draftsAlways));
    return {
      value: uses ? path : null,
      source: 'behaviour',
      evidence: `draft model ${path ?? 'absent'}; ${evidence}`,
    };
  },
  judge: (wanted, observed) => ({
    agrees: sameValue(wanted, observed.value),
    rule: 'present',
    ...(observed.value === null ? { note: 'no active type uses the draft model' } : {}),
  }),
  from: `${SEEN}, and the log: \`loading draft model ...\``,
  says: 'the same file, and it drafts',
};

/** A value that the server logs beside the type it belongs to; without that type the flag has no effect. */
function logged(owns: (type: string) => boolean, key: string): Rule {
  return {
    observe(view) {
      const { on, implementations, evidence } = speculationOf(view);
      const owner = implementations.find((i) => owns(i.type) && key in i.values);
      if (owner !== undefined) {
        return {
          value: Number(owner.values[key]),
          source: 'log',
          evidence: `log: ${owner.type} ${key}=${owner.values[key]}`,
        };
      }
      return on === false || implementations.length > 0 ? { value: null, source: 'log', evidence } : null;
    },
    judge: (wanted, observed) => ({
      agrees: sameValue(wanted, observed.value),
      rule: 'equal',
      ...(observed.value === null ? { note: 'no active type uses it' } : {}),
    }),
    from: `the log, beside the type that it belongs to: \`${key}=N\``,
  };
}

const draftValue = (key: string): Rule => logged(draftsAlways, key);
const ngramValue = (type: string, key: string): Rule => logged((t) => t === type, key);

/** `--spec-draft-n-max`: 0 is logged as 0, but this engine then drafts one token in each step. */
export const draftMax: Rule = {
  ...draftValue('n_max'),
  judge(wanted, observed, view) {
    if (Number(wanted) === 0 && drafted(view) > 0)
      return { agrees: false, rule: 'forced', got: 1, note: 'drafts one token although 0 was asked' };
    return draftValue('n_max').judge(wanted, observed, view);
  },
  says: 'equal; 0 never agrees where a token was drafted',
};

export const SPECULATION_RULES: Readonly<Record<string, Rule>> = {
  '--spec-type': specType,
  '--spec-draft-model': draftModel,
  '--spec-draft-n-max': draftMax,
  '--spec-draft-n-min': draftValue('n_min'),
  '--spec-draft-p-min': draftValue('p_min'),
  '--spec-ngram-mod-n-match': ngramValue('ngram-mod', 'n_match'),
  '--spec-ngram-mod-n-max': ngramValue('ngram-mod', 'n_max'),
  '--spec-ngram-mod-n-min': ngramValue('ngram-mod', 'n_min'),
  ...Object.fromEntries(
    ['simple', 'map-k', 'map-k4v'].flatMap((kind) =>
      [
        ['size-n', 'size_n'],
        ['size-m', 'size_m'],
        ['min-hits', 'min_hits'],
      ].map(([flag, key]) => [`--spec-ngram-${kind}-${flag}`, ngramValue(`ngram-${kind}`, key ?? '')]),
    ),
  ),
};
