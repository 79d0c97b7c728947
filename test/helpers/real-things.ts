import { describe, TestRunner, test } from 'vitest';
import { isRequired, lookFor, type RealThing } from './look-for.ts';

/**
 * The path of a real thing, asked for inside a test or a `beforeEach`. Where it is missing the test is skipped with the
 * reason, or fails where it is required.
 */
export function requireReal(thing: RealThing): string {
  const found = lookFor(thing);
  if ('path' in found) return found.path;
  if (isRequired(thing)) throw new Error(`the real ${thing} is missing: ${found.missing}`);
  const current = TestRunner.getCurrentTest();
  if (current === undefined)
    throw new Error('requireReal works inside a test; around tests use describeReal');
  return current.context.skip(`no real ${thing}: ${found.missing}`);
}

/** `describe` for tests that all need the same real things; hooks of the body do not run where one is missing. */
export function describeReal(things: readonly RealThing[], title: string, body: () => void): void {
  const absent = things.filter((thing) => 'missing' in lookFor(thing));
  const missing = absent.map((thing) => `${thing} (${Object.values(lookFor(thing)).join()})`);
  if (absent.length === 0) describe(title, body);
  else if (!absent.some(isRequired))
    describe.skip(`${title} [not run, missing: ${missing.join('; ')}]`, body);
  else {
    describe(title, () => {
      test('has its real things', () => {
        throw new Error(`missing: ${missing.join('; ')}`);
      });
    });
  }
}
