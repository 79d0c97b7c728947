import type { EngineDefinition, WantedFlag } from '../engine/definition.ts';
import { sameValue } from '../engine/values.ts';

/** The claim of the setting whose value the line blames; null: the value stands in the base command, or nowhere. */
export function blamedClaim(value: string | null, swept: readonly WantedFlag[]): WantedFlag | null {
  if (value === null) return null;
  return swept.find((claim) => claim.wanted !== null && sameValue(claim.wanted, value)) ?? null;
}

/** The flag in front of a value on the command line. */
export function flagBefore(value: string, argv: readonly string[]): string | null {
  const at = argv.lastIndexOf(value);
  const word = at > 0 ? argv[at - 1] : undefined;
  return word?.startsWith('-') === true ? word : null;
}

/** Does the setting move this flag, under whatever alias? */
export function isSwept(flag: string, swept: readonly WantedFlag[], engine: EngineDefinition): boolean {
  const name = engine.canonicalFlag(flag);
  return swept.some((claim) => claim.flag !== null && engine.canonicalFlag(claim.flag) === name);
}
