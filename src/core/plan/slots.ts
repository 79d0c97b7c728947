import type { EngineDefinition, ParameterValue } from '../engine/definition.ts';
import { flagSlot } from './flag-slot.ts';
import { jsonObject, jsonSlot } from './json-slot.ts';
import type { Piece } from './pieces.ts';
import type { RenderProblem, Slot } from './slot.ts';
import { type Target, targetName } from './targets.ts';

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

/** Finds for every varied flag its place in the base command. */
export function findSlots(targets: readonly NumberedTarget[], pieces: readonly Piece[], engine: EngineDefinition): Slots {
  const slots: Slot[] = [];
  const ofTarget = new Map<number, Slot>();
  const problems: RenderProblem[] = [];
  const place = (names: ReadonlySet<string>, parameter: string, name: string) => {
    const found = pieces.flatMap((piece, number) => (piece.canonical !== null && names.has(piece.canonical) ? [{ number, piece }] : []));
    if (found.length > 1) problems.push(twice(parameter, name, found));
    return found[0] ?? null;
  };
  const add = (slot: Slot, numbers: Iterable<number>) => {
    slots.push(slot);
    for (const number of numbers) ofTarget.set(number, slot);
  };

  for (const [flag, members] of byFlag(targets)) {
    const [first] = members;
    if (first === undefined) continue;
    if (first.target.kind === 'flag') {
      if (members.length > 1) problems.push(shared(members, flag));
      const { off } = first.target;
      const offName = off === null ? null : engine.canonicalFlag(off);
      const found = place(new Set([flag, ...(offName === null ? [] : [offName])]), first.parameter, first.target.flag);
      const is_off = found !== null && off !== null && found.piece.canonical === offName && (offName !== flag || found.piece.flag === off);
      add(flagSlot({ number: first.number, target: first.target, known: first.known, piece: found && { ...found, is_off } }), [first.number]);
      continue;
    }
    if (first.target.kind !== 'json') continue;
    const keys = new Map(members.flatMap(({ number, target }) => (target.kind === 'json' ? [[number, target.path] as const] : [])));
    if (keys.size < members.length) problems.push(shared(members, flag));
    const found = place(new Set([flag]), first.parameter, first.target.flag);
    const object = found === null ? {} : jsonObject(found.piece.value);
    if (typeof object === 'string') problems.push(notJson(first.parameter, first.target.flag, object, found));
    add(jsonSlot({ flag: first.target.flag, piece: found, object: typeof object === 'string' ? {} : object, keys }), keys.keys());
  }
  return { slots, ofTarget, problems };
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

type Place = { readonly number: number; readonly piece: Piece };

function twice(parameter: string, flag: string, found: readonly Place[]): RenderProblem {
  const message = `${flag} stands ${found.length} times in the base command (${found.map(({ piece }) => piece.words.join(' ')).join('; ')})`;
  return { parameter, message, remedy: 'leave one of them: which one counts is up to the engine', words: found.map(({ piece }) => piece.at) };
}

function shared(members: readonly NumberedTarget[], flag: string): RenderProblem {
  const names = members.map((member) => `${member.parameter} (${targetName(member.target)})`).join(', ');
  return { parameter: members[1]?.parameter ?? '', message: `${flag} is set by several parameters: ${names}`, remedy: 'one parameter for each flag', words: [] };
}

function notJson(parameter: string, flag: string, why: string, place: Place | null): RenderProblem {
  const message = `${flag} in the base command ${why}, so its keys cannot be set one by one`;
  return { parameter, message, remedy: 'give it a JSON object, or vary the whole flag', words: place === null ? [] : [place.piece.at] };
}
