import type { RunRequest } from './api.ts';

/** What the lock is taken on: whoever would use the same address and port is the same service. */
export function serviceKey(request: Pick<RunRequest, 'stored'>): string {
  const { endpoint } = request.stored.configuration;
  return `service:process:${endpoint.address}:${endpoint.port}`;
}
