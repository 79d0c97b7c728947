import type { Definition } from '../../generation.ts';
import { createRenderer } from '../../plan/render.ts';
import { aimOf, targetName } from '../../plan/targets.ts';
import type { Draft } from '../draft.ts';
import { atKey, atValue, type Finding } from '../source/finding.ts';

/** Flags and variables that cannot be varied: the service's own, those of two parameters, those that stand twice. */
export function checkFlags(
  draft: Draft,
  inherited: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  const { engine, parameters, service } = draft;
  if (engine === null) return [];
  const command = service !== null && 'command' in service ? service.command : [''];
  const base: Definition = { argv: command, env: {}, cwd: '/', env_complete: false };
  const listed = (draft.settings ?? []).filter((setting) => setting !== null);
  const places = createRenderer(base, engine, parameters, listed).problems.flatMap(
    ({ parameter, message, remedy, words }) => [
      atKey(['parameters', parameter], message, remedy),
      ...words.slice(1).map((word) => atValue(['service', 'command', word], message, remedy)),
    ],
  );
  return [...places, ...ownFlags(draft), ...switchedOff(draft), ...variables(draft, inherited)];
}

function ownFlags({ engine, parameters }: Draft): readonly Finding[] {
  if (engine === null) return [];
  const own = new Set([...engine.port_flags, ...engine.host_flags].map((flag) => engine.canonicalFlag(flag)));
  return parameters.flatMap((parameter) =>
    aimOf(parameter, engine)
      .targets.filter((target) => target.kind !== 'env' && own.has(target.canonical))
      .map((target) =>
        atKey(
          ['parameters', parameter.name],
          `${targetName(target)} belongs to the endpoint`,
          'it is the same for all settings: remove the parameter',
        ),
      ),
  );
}

function switchedOff({ parameters }: Draft): readonly Finding[] {
  return parameters.flatMap((parameter) => {
    if (parameter.kind !== 'flag' || parameter.off === null) return [];
    const path = ['parameters', parameter.name, 'off'];
    if (parameter.json_key !== null)
      return [
        atKey(
          path,
          '`off` has no meaning for a key of a JSON-valued flag',
          'false is written as false there',
        ),
      ];
    return parameter.off === parameter.flag
      ? [atValue(path, '`off` is the flag itself', 'name the flag that means the opposite: --no-...')]
      : [];
  });
}

function variables(
  { engine, parameters, service }: Draft,
  inherited: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  if (engine === null) return [];
  const seen = new Map<string, string>();
  return parameters.flatMap((parameter) =>
    aimOf(parameter, engine).targets.flatMap((target, index) => {
      if (target.kind !== 'env') return [];
      const path = ['parameters', parameter.name];
      const other = seen.get(target.name);
      seen.set(target.name, parameter.name);
      if (other !== undefined)
        return [
          atKey(
            path,
            `${target.name} is set by several parameters: ${other}, ${parameter.name}`,
            'one parameter for each variable',
          ),
        ];
      const absent = parameter.values.some(
        (value) => (aimOf(parameter, engine).valuesFor(value)[index] ?? null) === null,
      );
      // What the file does not set is inherited, so leaving it out would not make it absent.
      const comes = service !== null && 'command' in service && inherited[target.name] !== undefined;
      return absent && comes
        ? [
            atKey(
              path,
              `${target.name} is set where Holdpoint itself runs, so null would not make it absent`,
              `unset ${target.name} first, or give a value instead of null`,
            ),
          ]
        : [];
    }),
  );
}
