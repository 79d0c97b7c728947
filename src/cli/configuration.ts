import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Configuration } from '../core/config/configuration.ts';
import { formatProblems } from '../core/config/format-problems.ts';
import { parseConfiguration } from '../core/config/parse.ts';
import { MAX_BYTES } from '../core/config/source/decode.ts';
import { engineDefinition } from '../core/engine/index.ts';
import { FaultError, fault, type Problem } from '../core/fault.ts';
import { counted } from '../report/format.ts';
import type { Context } from './context.ts';
import type { Options } from './options.ts';

const DEFAULT_FILE = 'holdpoint.yaml';

/** A fault of the file that can show the lines it is about. */
export class ConfigurationError extends FaultError {
  readonly formatted: string;

  constructor(file: string, problems: readonly Problem[], source: string) {
    super(fault('configuration', `${counted(problems.length, 'problem')} in ${file}`, { problems }));
    this.formatted = formatProblems(problems, source);
  }
}

/** The file of `-f`. Fault: `configuration`, with every problem at once. */
export async function loadConfiguration(context: Context, options: Options): Promise<Configuration> {
  const file = resolve(context.cwd, options.file ?? DEFAULT_FILE);
  return configurationIn(context, file, await read(file));
}

/** What stands, or will stand, in that file. Fault: `configuration`. */
export function configurationIn(context: Context, file: string, bytes: Uint8Array): Configuration {
  const result = parseConfiguration(bytes, {
    file,
    environment: context.env,
    engine: engineDefinition,
  });
  if (!result.ok) throw new ConfigurationError(file, result.problems, result.text);
  return result.configuration;
}

/** One byte more than is allowed is enough to refuse it; opening never waits for a pipe's other end. */
async function read(file: string): Promise<Uint8Array> {
  const handle = await opened(file);
  try {
    if (!(await handle.stat()).isFile())
      throw unreadable(file, 'it is no file', 'name a configuration with -f');
    const buffer = new Uint8Array(MAX_BYTES + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
      if (bytesRead === 0) return buffer.subarray(0, length);
      length += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

async function opened(file: string): Promise<FileHandle> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw unreadable(
        file,
        'there is no such file',
        'name one with -f, or write a first one with `holdpoint init --from-port PORT`',
      );
    throw unreadable(file, `it cannot be read (${code})`, 'check its path and rights');
  }
}

function unreadable(file: string, message: string, remedy: string): ConfigurationError {
  return new ConfigurationError(file, [{ file, line: null, column: null, message, remedy }], '');
}
