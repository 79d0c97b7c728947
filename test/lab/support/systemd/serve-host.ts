/**
 * Answers the Host port for the machine on which it runs, as one of its users: a line of JSON for each request, a line for
 * each answer. `node --import ./scripts/ts.mjs serve-host.ts [UID GID [GROUP...]]`
 */
import { createInterface } from 'node:readline';
import { LocalHost } from '../../../../src/adapters/host/local.ts';
import { FaultError } from '../../../../src/core/fault.ts';
import type { ControlAnswer, ControlRequest } from '../../../../src/sim/remote/protocol.ts';

const [uid, gid, ...groups] = process.argv.slice(2).map(Number);
if (uid !== undefined && gid !== undefined) {
  process.setgroups?.(groups);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

const host = new LocalHost();
const methods = host as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;

async function answer({ method, args }: ControlRequest): Promise<ControlAnswer> {
  try {
    return { value: (await methods[method]?.apply(host, [...args])) ?? null };
  } catch (error) {
    return error instanceof FaultError ? { fault: error.fault } : { error: String(error) };
  }
}

createInterface(process.stdin).on('line', (line) => {
  const request = JSON.parse(line) as ControlRequest;
  void answer(request).then((said) =>
    process.stdout.write(`${JSON.stringify({ id: request.id, ...said })}\n`),
  );
});
