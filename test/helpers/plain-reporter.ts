import { appendFileSync } from 'node:fs';
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
 * one plain line. With HOLDPOINT_TEST_COUNTS=FILE the counts are appended there, so that several runs can be summed.
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
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'pending') continue;
        counts[result.state] += 1;
        if (result.state !== 'skipped') continue;
        const why = result.note === undefined ? '' : ` [${result.note}]`;
        skipped.push(`  skipped  ${module.relativeModuleId}: ${test.fullName}${why}`);
      }
      counts.failed += brokenAround(module);
    }
    if (skipped.length > 0) print(['', 'these tests did not run:', ...skipped].join('\n'));
    const file = process.env['HOLDPOINT_TEST_COUNTS'];
    if (file !== undefined) appendFileSync(file, `${counts.passed} ${counts.failed} ${counts.skipped}\n`);
    print(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}

/** Errors outside of any test: a file that could not be loaded, a hook that threw. */
function brokenAround(module: TestModule): number {
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return suites.length + (module.errors().length > 0 ? 1 : 0);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
