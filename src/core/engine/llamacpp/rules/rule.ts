import type { AgreementRule, ParameterValue } from '../../definition.ts';
import { scalarAt } from '../../json.ts';
import type { Observed } from '../../observed.ts';
import { sameValue } from '../../values.ts';
import { type LogSections, lastMatch, quoted } from '../log.ts';
import type { View } from '../view.ts';

export interface Judgement {
  readonly agrees: boolean;
  readonly rule: AgreementRule;
  /** Replaces the observed value where the truth is another. */
  readonly got?: ParameterValue;
  /** Said behind the evidence. */
  readonly note?: string;
}

/** A wanted value is never null here: an absent flag is judged the same way for all of them. */
export type Wanted = string | number | boolean;

/** A place where the server says what it has. null: it does not say (log too quiet, endpoint off). */
export interface Place {
  (view: View): Observed | null;
  /** The place in words, for the reference. */
  readonly said?: string;
}

export interface Rule {
  /** null: then argv is all there is. */
  readonly observe: Place;
  judge(wanted: Wanted, observed: Observed, view: View): Judgement;
  /** In words where `observe` is no plain place, and where `judge` is not `equal`. */
  readonly from?: string;
  readonly says?: string;
}

export function equal(wanted: Wanted, observed: Observed): Judgement {
  return { agrees: sameValue(wanted, observed.value), rule: 'equal' };
}

/** The group of a pattern in a section of the log. */
export function fromLog(
  section: keyof LogSections,
  pattern: RegExp,
  convert: (group: string) => ParameterValue = (group) => group,
): Place {
  return said(`the log: \`${readable(pattern)}\``, (view) => {
    const match = lastMatch(view.log[section], pattern);
    if (match === null) return null;
    return { value: convert(match.groups[0] ?? ''), source: 'log', evidence: quoted(match.line) };
  });
}

/** A scalar in an answer of the server. */
export function fromDocument(path: string, ...keys: readonly (string | number)[]): Place {
  return said(`\`${path}\` \`${keys.join('.')}\``, (view) => {
    const value = scalarAt(view.sources.documents[path], ...keys);
    return value === null
      ? null
      : { value, source: 'server-info', evidence: `${path} ${keys.join('.')} = ${value}` };
  });
}

/** The first of several places that says something. */
export function firstOf(...places: readonly Place[]): Place {
  return said(places.flatMap((place) => place.said ?? []).join('; else '), (view) => {
    for (const place of places) {
      const observed = place(view);
      if (observed !== null) return observed;
    }
    return null;
  });
}

function said(words: string, place: (view: View) => Observed | null): Place {
  return Object.assign(place, { said: words });
}

/** A pattern as the line that it finds. */
function readable(pattern: RegExp): string {
  return pattern.source
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\d+', 'N')
    .replaceAll('\\w+', 'WORD')
    .replaceAll('\\S+', 'WORD')
    .replaceAll(/ \+|\\s\+/g, ' ')
    .replaceAll('.*', '...')
    .replaceAll('\\b', '')
    .replaceAll('\\', '')
    .replace(/\(([\w|]+)\)/g, '$1')
    .replaceAll('|', ' or ');
}
