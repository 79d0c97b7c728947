import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import { isRequired, lookFor, REAL_THINGS, type RealThing } from './look-for.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Says at the beginning which real things are there, and at the end which tests did not run, by name, and the counts as
 * one plain line. With HOLDPOINT_TEST_COUNTS=FILE the counts are appended there, so that several runs can be summed, and
 * what failed to FILE.failures with its errors, and what passed only at another try to FILE.tries: who reads only the end
 * of a long output must find it there.
 */
export class PlainReporter implements Reporter {
  onTestRunStart(): void {
    const things = (Object.keys(REAL_THINGS) as RealThing[]).map((thing) => ({
      thing,
      found: lookFor(thing),
    }));
    const rule = isRequired('python3')
      ? 'a missing one is a failure'
      : 'tests of a missing one are skipped by name';
    print(`real things on this machine (${rule}):`);
    for (const { thing, found } of things) {
      print('path' in found ? `  there    ${thing}: ${found.path}` : `  MISSING  ${thing}: ${found.missing}`);
    }
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const counts: Counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    const skipped: string[] = [];
    const failures: string[] = unhandled.map((error) => failure('outside of any test', [error]));
    const tries: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'pending') continue;
        counts[result.state] += 1;
        const where = `${module.relativeModuleId}: ${test.fullName}`;
        if (result.state === 'failed') failures.push(failure(where, result.errors));
        if (test.diagnostic()?.flaky === true) tries.push(failure(where, result.errors ?? []));
        if (result.state !== 'skipped') continue;
        const why = result.note === undefined ? '' : ` [${result.note}]`;
        skipped.push(`  skipped  ${where}${why}`);
      }
      const broken = brokenAround(module);
      counts.failed += broken.length;
      failures.push(
        ...broken.map((errors) => failure(`${module.relativeModuleId}: around its tests`, errors)),
      );
    }
    if (skipped.length > 0) print(['', 'these tests did not run:', ...skipped].join('\n'));
    if (tries.length > 0) print(['', 'these tests passed only at another try:', ...tries].join('\n'));
    const file = process.env['HOLDPOINT_TEST_COUNTS'];
    if (file !== undefined) {
      appendFileSync(file, `${counts.passed} ${counts.failed} ${counts.skipped}\n`);
      if (failures.length > 0) appendFileSync(`${file}.failures`, failures.join(''));
      if (tries.length > 0) appendFileSync(`${file}.tries`, tries.join(''));
    }
    print(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}

/** Errors outside of any test: a file that could not be loaded, a hook that threw. One list for each place. */
function brokenAround(module: TestModule): ReadonlyArray<readonly SerializedError[]> {
  const suites = [...module.children.allSuites()].map((suite) => suite.errors());
  return [...suites, module.errors()].filter((errors) => errors.length > 0);
}

const MOST_CHARACTERS_OF_A_FAILURE = 3_000;

function failure(where: string, errors: readonly SerializedError[]): string {
  const told = errors.map((error) => [error.message, error.diff, ...ownFrames(error.stack)].filter(Boolean));
  const text = stripVTControlCharacters([where, ...told.flat()].join('\n'));
  return `\n${text.slice(0, MOST_CHARACTERS_OF_A_FAILURE)}\n`;
}

function ownFrames(stack = ''): string[] {
  return stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
