import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { PlainReporter } from './test/helpers/plain-reporter.ts';

/** A test makes much of it, and collects it the more often the smaller its room is. */
const ROOM_FOR_THE_SHORT_LIVED = ['--max-semi-space-size=64'];

/** `lab` works on real things: after everything else and one file after another, so that nothing disturbs its numbers. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // by default one core would be kept free: on two cores that is half of them
    maxWorkers: '100%',
    // CI gives each test a second try, and says which of them took it
    retry: Number(process.env['HOLDPOINT_TEST_RETRIES'] ?? 0),
    reporters: ['default', new PlainReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/lab/**', 'test/property/**'],
          sequence: { groupOrder: 1 },
          // a process for each of three hundred files would take longer than the tests
          isolate: false,
          // one of five of their moments waits for a program, a disk or a time
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
        },
      },
      {
        extends: true,
        test: {
          name: 'property',
          include: ['test/property/**/*.test.ts'],
          isolate: false,
          execArgv: ROOM_FOR_THE_SHORT_LIVED,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'lab',
          include: ['test/lab/**/*.test.ts'],
          fileParallelism: false,
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
