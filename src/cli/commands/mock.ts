import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FaultError, fault } from '../../core/fault.ts';
import type { CommandFunction } from '../command.ts';

/**
 * Serves the script of a file until Ctrl-C; without a file, that of the first line which is piped in, until the pipe
 * ends: so it never outlives whoever started it. Its address is the first line of the answer.
 */
export const mock: CommandFunction = async (context, { operands, options }) => {
  const [file] = operands;
  const piped = file === undefined ? lines(context.stdin) : null;
  const script = piped === null ? await readScript(resolve(context.cwd, file ?? '')) : await piped.next();
  const text = typeof script === 'string' ? script : (script.value ?? '');
  const server = await context.services.mock(text, options.port ?? 0).catch((error: unknown) => {
    throw new FaultError(fault('usage', `the script cannot be served: ${(error as Error).message}`));
  });
  context.stdout.write(`${server.url}\n`);
  const interrupted = new Promise<void>((end) => context.onInterrupt(end));
  await (piped === null ? interrupted : Promise.race([interrupted, untilEnd(piped)]));
  await server.close();
};

async function readScript(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new FaultError(fault('usage', `${file} cannot be read: ${(error as Error).message}`));
  }
}

async function* lines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of bytes) {
    text += decoder.decode(piece, { stream: true });
    const parts = text.split('\n');
    text = parts.pop() ?? '';
    yield* parts;
  }
  if (text !== '') yield text;
}

async function untilEnd(piped: AsyncGenerator<string, void>): Promise<void> {
  for await (const line of piped) if (line === 'end') return;
}
