import type { Piece } from './pieces.ts';
import type { RenderProblem } from './slot.ts';
import { type Target, targetName } from './targets.ts';

export interface Place {
  readonly number: number;
  readonly piece: Piece;
}

export function twice(parameter: string, flag: string, places: readonly Place[]): RenderProblem {
  const words = places.map(({ piece }) => piece.words.join(' ')).join('; ');
  return {
    parameter,
    message: `${flag} stands ${places.length} times in the base command (${words})`,
    remedy: 'leave one of them: which one counts is up to the engine',
    words: places.map(({ piece }) => piece.at),
  };
}

export function shared(
  members: readonly { readonly parameter: string; readonly target: Target }[],
  flag: string,
): RenderProblem {
  const names = members.map(({ parameter, target }) => `${parameter} (${targetName(target)})`).join(', ');
  return {
    parameter: members[1]?.parameter ?? '',
    message: `${flag} is set by several parameters: ${names}`,
    remedy: 'one parameter for each flag',
    words: [],
  };
}

export function keysApart(parameter: string, flag: string, places: readonly Place[]): RenderProblem {
  const words = places.map(({ piece }) => piece.words.join(' ')).join('; ');
  return {
    parameter,
    message: `keys of ${flag} stand on their own in the base command (${words})`,
    remedy: `write them as one JSON object behind ${flag}`,
    words: places.map(({ piece }) => piece.at),
  };
}

export function notJson(parameter: string, flag: string, why: string, place: Place | null): RenderProblem {
  return {
    parameter,
    message: `${flag} in the base command ${why}, so its keys cannot be set one by one`,
    remedy: 'give it a JSON object, or vary the whole flag',
    words: place === null ? [] : [place.piece.at],
  };
}
