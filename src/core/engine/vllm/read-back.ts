import { effectiveFromArgv, splitDotted } from '../argv.ts';
import type { Effective, ParameterValue, ReadBackSources, WantedFlag } from '../definition.ts';
import type { Observed } from '../observed.ts';
import { readBack } from '../read-back.ts';
import { agreementOf } from './agreement.ts';
import { asked, askedKey } from './command.ts';
import { canonicalFlag, namesOf } from './flags.ts';
import { REPORT_PATHS } from './paths.ts';
import { replacementOf } from './replaced.ts';
import { type View, viewOf } from './view.ts';
import { type Witness, witnessesOf } from './witnesses.ts';

/** Absent means that nothing of the kind is built: the report then says None. */
const NONE_WHEN_ABSENT: ReadonlySet<string> = new Set([
  '--speculative-config',
  '--spec-method',
  '--spec-tokens',
]);

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

function byWitnesses({ flag: word, wanted }: WantedFlag, view: View): Effective | null {
  if (word === null) return null;
  const flag = canonicalFlag(word);
  const object = wholeObject(flag, wanted);
  if (object !== null) return byKeys(flag, wanted, object, view);
  const witnesses = witnessesOf(view, flag);
  if (wanted === null) return absent(flag, witnesses, view);
  return judged(flag, wanted, witnesses, view);
}

/** Every place where the engine speaks of the flag must agree; the first that does not is what it has. */
function judged(
  flag: string,
  wanted: Exclude<ParameterValue, null>,
  witnesses: readonly Witness[],
  view: View,
): Effective | null {
  const [first] = witnesses;
  if (first === undefined) return null;
  const against = witnesses.find(({ value }) => !agreementOf(flag, wanted, value).agrees);
  const said = against ?? first;
  const { rule } = agreementOf(flag, wanted, said.value);
  const replacement = replacementOf(view, flag);
  return {
    wanted,
    got: said.value,
    rule: said.kind === 'asked' ? 'argv' : replacement === null ? rule : 'forced',
    source: said.source,
    agrees: against === undefined,
    evidence: [
      ...witnesses.map(({ evidence }) => evidence),
      ...(replacement === null ? [] : [replacement]),
    ].join('; '),
  };
}

/** A whole JSON value: each key of it must be in effect. null: a key of which the engine says nothing. */
function byKeys(
  flag: string,
  wanted: ParameterValue,
  object: Readonly<Record<string, unknown>>,
  view: View,
): Effective | null {
  const rows = Object.entries(object).map(([key, value]) => {
    const name = `${flag}.${key.replaceAll('-', '_')}`;
    const scalar = scalarOf(value);
    return scalar === null ? null : judged(name, scalar, witnessesOf(view, name), view);
  });
  const known = rows.filter((row) => row !== null);
  const [first] = known;
  if (first === undefined) return null;
  const against = known.find(({ agrees }) => !agrees);
  return {
    ...(against ?? first),
    wanted,
    got: against === undefined ? wanted : against.got,
    agrees: against === undefined,
    evidence: known.map(({ evidence }) => evidence).join('; '),
  };
}

/** As the report has it: a list is its items. */
function scalarOf(value: unknown): ParameterValue {
  if (Array.isArray(value)) return value.map(String).join(' ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as ParameterValue);
}

function wholeObject(flag: string, wanted: ParameterValue): Readonly<Record<string, unknown>> | null {
  if (flag.includes('.') || typeof wanted !== 'string' || !wanted.trim().startsWith('{')) return null;
  try {
    return JSON.parse(wanted) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}

/** A flag that must not be there. What the engine has instead is its own choice, and recorded. */
function absent(flag: string, witnesses: readonly Witness[], view: View): Effective {
  const given = givenIn(flag, view);
  const must_be_none = NONE_WHEN_ABSENT.has(flag);
  const built = must_be_none ? witnesses.find(({ value }) => value !== null) : undefined;
  const said = built ?? witnesses[0];
  return {
    wanted: null,
    got: given ?? said?.value ?? null,
    rule: must_be_none && said !== undefined ? 'equal' : 'argv',
    source: said?.source ?? 'argv',
    agrees: given === null && built === undefined,
    evidence: [
      `${given === null ? 'no ' : ''}${flag} in argv`,
      ...witnesses.map(({ evidence }) => evidence),
    ].join('; '),
  };
}

function givenIn(flag: string, view: View): ParameterValue {
  const { flag: name, key } = splitDotted(flag);
  if (key === null) return asked(view.command, name);
  const value = askedKey(view.command, name, ...key.split('.'));
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as ParameterValue);
}

function byArgv(claim: WantedFlag, word: string, view: View): Effective {
  const { flag, key } = splitDotted(canonicalFlag(word));
  if (key === null) return effectiveFromArgv(claim.wanted, word, view.command.flags, namesOf(flag));
  // a key may stand in the JSON of its flag, or on its own
  const value = givenIn(`${flag}.${key}`, view);
  const flags = value === null ? [] : [{ flag: word, values: [String(value)] }];
  return effectiveFromArgv(claim.wanted, word, flags, { on: [word], off: [] });
}

/** A key that the user named: in the configuration that the core logs, else among the arguments as they were read. */
function loggedKey(view: View, key: string): Observed | null {
  for (const logged of [view.config, view.given]) {
    const value = logged?.values[key];
    if (logged === null || value === undefined) continue;
    const scalar = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    return {
      value: scalar,
      source: 'log',
      evidence: `log line ${logged.line.line}: ${key} = ${String(scalar)}`,
    };
  }
  return null;
}
