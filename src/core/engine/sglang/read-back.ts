import { effectiveFromArgv, splitDotted } from '../argv.ts';
import type { Effective, ReadBackSources, WantedFlag } from '../definition.ts';
import type { Observed } from '../observed.ts';
import { readBack } from '../read-back.ts';
import { agreementOf } from './agreement.ts';
import { canonicalFlag, namesOf } from './flags.ts';
import { loggedKey } from './logged.ts';
import { REPORT_PATHS } from './paths.ts';
import { rewriteOf } from './rewrites.ts';
import { asked, type View, viewOf } from './view.ts';
import { witnessesOf } from './witnesses.ts';

/** Absent means that nothing of the kind is built: the report then says None, or nothing at all. */
const NONE_WHEN_ABSENT: ReadonlySet<string> = new Set(['--speculative-draft-window-size']);

export function effective(
  wanted: readonly WantedFlag[],
  sources: ReadBackSources,
): Readonly<Record<string, Effective>> {
  const view = viewOf(sources);
  return readBack(
    wanted,
    sources,
    REPORT_PATHS,
    (claim) => byWitnesses(claim, view),
    (claim, flag) => byArgv(claim, flag, view),
    (key) => loggedKey(view, key),
  );
}

/** Every place where the server speaks of the flag must agree; the first that does not is what it has. */
function byWitnesses(claim: WantedFlag, view: View): Effective | null {
  // a dotted flag sets one key of a JSON value, of which the report says nothing
  if (claim.flag === null || claim.flag.includes('.')) return null;
  const flag = canonicalFlag(claim.flag);
  const witnesses = witnessesOf(view, flag);
  if (claim.wanted === null) return absent(flag, witnesses, view);
  const { rule, agrees } = agreementOf(flag);
  const against = witnesses.find(({ value }) => !agrees(claim.wanted, value, view));
  const said = against ?? witnesses[0];
  if (said === undefined) return null;
  const rewrite = rewriteOf(view, flag);
  return {
    wanted: claim.wanted,
    got: said.value,
    rule: rewrite === null ? rule : 'forced',
    source: said.source,
    agrees: against === undefined,
    evidence: [...witnesses.map(({ evidence }) => evidence), ...(rewrite === null ? [] : [rewrite])].join(
      '; ',
    ),
  };
}

/** A flag that must not be there. What the engine has instead is its own choice, and recorded. */
function absent(flag: string, witnesses: readonly Observed[], view: View): Effective {
  const given = asked(view.flags, flag);
  const must_be_none = NONE_WHEN_ABSENT.has(flag);
  const built = must_be_none ? witnesses.find(({ value }) => value !== null) : undefined;
  const said = built ?? witnesses[0];
  const where = `${given === null ? 'no ' : ''}${flag} in argv`;
  return {
    wanted: null,
    got: given ?? said?.value ?? null,
    rule: must_be_none && said !== undefined ? 'equal' : 'argv',
    source: said?.source ?? 'argv',
    agrees: given === null && built === undefined,
    evidence: [where, ...witnesses.map(({ evidence }) => evidence)].join('; '),
  };
}

function byArgv(claim: WantedFlag, word: string, view: View): Effective {
  const { flag, key } = splitDotted(word);
  const name = canonicalFlag(flag);
  return effectiveFromArgv(claim.wanted, word, view.flags, namesOf(name), key);
}
