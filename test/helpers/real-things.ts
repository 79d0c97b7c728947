import { describe, TestRunner, test } from 'vitest';
import { isRequired, lookFor, type RealThing } from './look-for.ts';

/**
 * The path of a real thing, asked for inside a test or a `beforeEach`. Where it is missing the test is skipped with the
 * reason, or fails under HOLDPOINT_REQUIRE_REAL=1.
 */
export function requireReal(thing: RealThing): string {
  const found = lookFor(thing);
  if ('path' in found) return found.path;
  if (isRequired()) throw new Error(`the real ${thing} is missing: ${found.missing}`);
  const current = TestRunner.getCurrentTest();
  if (current === undefined)
    throw new Error('requireReal works inside a test; around tests use describeReal');
  return current.context.skip(`no real ${thing}: ${found.missing}`);
}

/** `describe` for tests that all need the same real things; hooks of the body do not run where one is missing. */
export function describeReal(things: readonly RealThing[], title: string, body: () => void): void {
  const missing = things.flatMap((thing) => {
    const found = lookFor(thing);
    return 'missing' in found ? [`${thing} (${found.missing})`] : [];
  });
  if (missing.length === 0) describe(title, body);
  else if (!isRequired()) describe.skip(`${title} [not run, missing: ${missing.join('; ')}]`, body);
  else {
    describe(title, () => {
      test('has its real things', () => {
        throw new Error(`missing: ${missing.join('; ')}`);
      });
    });
  }
}
