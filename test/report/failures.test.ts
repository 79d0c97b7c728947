import { expect, test } from 'vitest';
import { fault } from '../../src/core/fault.ts';
import { failuresOf, failureText } from '../../src/report/failures.ts';
import { measurement, start, sweep, trial } from './fixtures.ts';

test('what failed, why, the log line with its place, what to do', () => {
  expect(failureText(failuresOf(sweep()))).toEqual([
    'n8-a-rather-long-name, start 1: exited: the server ended with exit code 1 while it loaded',
    "    server.log:12: E gguf_init_from_file: failed to open GGUF file 'm.gguf'",
    '    the model file is missing or damaged: check the path and the download',
  ]);
});

test('a start that failed before a later one was measured is told as recovered', () => {
  const crash = fault('exited', 'it crashed once');
  const document = sweep({
    trials: [
      trial('a', {
        starts: [start({ fault: crash }), start({ start: 2, measurements: [measurement(1, 2)] })],
      }),
    ],
  });
  expect(failureText(failuresOf(document))).toEqual([
    'a, start 1: exited: it crashed once (tried again, then measured)',
  ]);
});

test('a fault of the run is told, and foreign text is visible', () => {
  const held = fault('port-held', 'port 8080 is taken', {
    evidence: [{ kind: 'listener', text: 'pid 7, user eve: \x1b[2Jnc -l' }],
  });
  expect(failureText(failuresOf(sweep({ trials: [], faults: [held] })))).toEqual([
    'the run: port-held: port 8080 is taken',
    '    listener: pid 7, user eve: \\x1b[2Jnc -l',
    '    the port of the service is taken by the named process',
  ]);
});

test('more than five pieces of evidence are counted, not listed', () => {
  const evidence = Array.from({ length: 7 }, (_, index) => ({ kind: 'probe', text: `reading ${index}` }));
  const text = failureText(
    failuresOf(sweep({ trials: [], faults: [fault('memory-unknown', 'no reading', { evidence })] })),
  );
  expect(text).toHaveLength(1 + 5 + 1 + 1);
  expect(text[6]).toBe('    and 2 more pieces of evidence in the run folder');
});
