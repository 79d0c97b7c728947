import type { EngineDefinition, ParameterValue } from '../engine/definition.ts';
import { flagSlot } from './flag-slot.ts';
import { jsonObject, jsonSlot } from './json-slot.ts';
import type { Piece } from './pieces.ts';
import type { RenderProblem, Slot } from './slot.ts';
import { keysApart, notJson, type Place, shared, twice } from './slot-problems.ts';
import type { Target } from './targets.ts';

/** A target with its number among all targets and the parameter that it belongs to. */
export interface NumberedTarget {
  readonly number: number;
  readonly target: Target;
  readonly parameter: string;
  readonly known: readonly ParameterValue[];
}

export interface Slots {
  readonly slots: readonly Slot[];
  /** Target number to its slot; variables have none. */
  readonly ofTarget: ReadonlyMap<number, Slot>;
  readonly problems: readonly RenderProblem[];
}

interface Found {
  readonly slot: Slot;
  readonly problems: readonly RenderProblem[];
}

/** Finds for every varied flag its place in the base command. */
export function findSlots(
  targets: readonly NumberedTarget[],
  pieces: readonly Piece[],
  engine: EngineDefinition,
): Slots {
  const groups = [...byFlag(targets)].map(([flag, members]) => {
    const [first] = members;
    const found =
      first?.target.kind === 'flag'
        ? plainFlag(first, first.target, pieces, engine)
        : jsonFlag(members, flag, pieces);
    // Only keys of one JSON-valued flag may belong to several.
    const alone = members.length === 1 || members.every(({ target }) => target.kind === 'json');
    return {
      members,
      slot: found.slot,
      problems: [...found.problems, ...(alone ? [] : [shared(members, flag)])],
    };
  });
  return {
    slots: groups.map(({ slot }) => slot),
    ofTarget: new Map(
      groups.flatMap(({ members, slot }) => members.map(({ number }) => [number, slot] as const)),
    ),
    problems: groups.flatMap(({ problems }) => problems),
  };
}

function byFlag(targets: readonly NumberedTarget[]): ReadonlyMap<string, readonly NumberedTarget[]> {
  const groups = new Map<string, NumberedTarget[]>();
  for (const entry of targets) {
    if (entry.target.kind === 'env') continue;
    const group = groups.get(entry.target.canonical) ?? [];
    group.push(entry);
    groups.set(entry.target.canonical, group);
  }
  return groups;
}

function plainFlag(
  { number, parameter, known }: NumberedTarget,
  target: Extract<Target, { kind: 'flag' }>,
  pieces: readonly Piece[],
  engine: EngineDefinition,
): Found {
  const { canonical, off } = target;
  const offName = off === null ? null : engine.canonicalFlag(off);
  const places = placesOf(pieces, offName === null ? [canonical] : [canonical, offName]);
  const [place] = places;
  // An engine may know both words by one name; then the word itself tells.
  const is_off =
    place !== undefined &&
    place.piece.canonical === offName &&
    (offName !== canonical || place.piece.flag === off);
  return {
    slot: flagSlot({ number, target, known, piece: place === undefined ? null : { ...place, is_off } }),
    problems: places.length > 1 ? [twice(parameter, target.flag, places)] : [],
  };
}

function jsonFlag(members: readonly NumberedTarget[], flag: string, pieces: readonly Piece[]): Found {
  const places = placesOf(pieces, [flag]);
  const place = places[0] ?? null;
  const object = place === null ? {} : jsonObject(place.piece.value);
  // `--json-flag.key value`: beside JSON an engine takes one of the two, and drops the other
  const apart = pieces.flatMap((piece, number) =>
    piece.canonical?.startsWith(`${flag}.`) === true ? [{ number, piece }] : [],
  );
  const [first] = members;
  const parameter = first?.parameter ?? '';
  const name = first?.target.kind === 'json' ? first.target.flag : flag;
  const keys = new Map(
    members.flatMap(({ number, target }) => (target.kind === 'json' ? [[number, target.path] as const] : [])),
  );
  return {
    slot: jsonSlot({ flag: name, piece: place, object: typeof object === 'string' ? {} : object, keys }),
    problems: [
      ...(places.length > 1 ? [twice(parameter, name, places)] : []),
      ...(typeof object === 'string' ? [notJson(parameter, name, object, place)] : []),
      ...(apart.length > 0 ? [keysApart(parameter, name, apart)] : []),
    ],
  };
}

function placesOf(pieces: readonly Piece[], names: readonly string[]): readonly Place[] {
  return pieces.flatMap((piece, number) =>
    piece.canonical !== null && names.includes(piece.canonical) ? [{ number, piece }] : [],
  );
}
