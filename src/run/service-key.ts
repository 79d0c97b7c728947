import type { Configuration } from '../core/config/configuration.ts';

/**
 * What the lock is taken on: a unit of the system by its name; else whoever would use the same address and port is the
 * same service, since units of different users may have one name.
 */
export function serviceKey({ endpoint, service }: Pick<Configuration, 'endpoint' | 'service'>): string {
  if (service.kind === 'systemd') {
    const { unit, scope } = service;
    return `service:systemd:${scope}:${unit}${scope === 'user' ? `:${endpoint.address}:${endpoint.port}` : ''}`;
  }
  return `service:process:${endpoint.address}:${endpoint.port}`;
}
