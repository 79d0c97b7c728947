import { selftest as measureSelftest } from '../../run/selftest/selftest.ts';
import type { CommandFunction } from '../command.ts';
import { printEnvelope } from '../envelope.ts';
import { selftestText } from '../selftest-text.ts';

/** Not even the smallest load was timed truly. */
const NOT_TRUE = 10;

/** How much load this machine can time, against a mock server that logs what it really sent. */
export const selftest: CommandFunction = async (context, { options }) => {
  const stop = new AbortController();
  const off = context.onInterrupt(() => stop.abort());
  try {
    const document = await measureSelftest((streams, use) => {
      if (!options.json) context.stderr.write(`${streams} streams ...\n`);
      return context.services.selftest(stop.signal, use);
    });
    if (options.json)
      printEnvelope(context, { command: 'selftest', ok: document.streams !== null, data: document });
    else context.stdout.write(`${selftestText(document).join('\n')}\n`);
    if (document.streams === null) context.setExitCode(NOT_TRUE);
  } finally {
    off();
  }
};
