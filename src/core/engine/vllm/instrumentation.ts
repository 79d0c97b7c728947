import type { Definition } from '../../generation.ts';
import { asked, commandOf } from './command.ts';

const DEV_MODE = 'VLLM_SERVER_DEV_MODE';
const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost|::1)$/;

/**
 * The development mode answers `/server_info`, and other paths that stop the server or run code in it, without a key:
 * it is added only where the server listens to this machine alone and its environment says nothing of it.
 */
export function instrumentation(definition: Definition): {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
} {
  const host = asked(commandOf(definition.argv), '--host');
  const allowed = typeof host === 'string' && LOOPBACK.test(host) && !Object.hasOwn(definition.env, DEV_MODE);
  return { argv: [], env: allowed ? { [DEV_MODE]: '1' } : {} };
}
