import { suggest } from '../did-you-mean.ts';
import type { Draft } from '../draft.ts';
import { atKey, atValue, type Finding } from '../source/finding.ts';

/** Settings that name what is no parameter, and a baseline that is no setting. */
export function checkSettings({ settings, parameterNames, baseline }: Draft): readonly Finding[] {
  const known = parameterNames;
  const unknown = (settings ?? []).flatMap((setting, at) =>
    Object.keys(setting?.values ?? {})
      .filter((name) => known !== null && !known.includes(name))
      .map((name) =>
        atKey(['settings', at, name], `\`${name}\` is no parameter`, suggest(name, known ?? [])),
      ),
  );
  return [...unknown, ...baselineFindings(settings, baseline)];
}

function baselineFindings(settings: Draft['settings'], baseline: string): readonly Finding[] {
  if (baseline === 'current' || baseline === 'none') return [];
  if (settings === null) {
    return [
      atValue(
        ['baseline'],
        `\`${baseline}\` names no setting: there is no list of settings`,
        'write current or none, or list `settings` with names',
      ),
    ];
  }
  const names = settings.flatMap((setting) => (setting === null ? [] : [setting.name]));
  // A setting that cannot be read may be the one that is meant.
  if (names.includes(baseline) || names.length < settings.length) return [];
  return [
    atValue(['baseline'], `\`${baseline}\` is no setting`, suggest(baseline, ['current', 'none', ...names])),
  ];
}
