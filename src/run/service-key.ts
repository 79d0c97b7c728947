import type { Configuration } from '../core/config/configuration.ts';

/** What the lock is taken on: whoever would use the same address and port is the same service. */
export function serviceKey({ endpoint }: Pick<Configuration, 'endpoint'>): string {
  return `service:process:${endpoint.address}:${endpoint.port}`;
}
