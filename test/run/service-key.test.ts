import { expect, test } from 'vitest';
import type { Endpoint, ServiceConfiguration } from '../../src/core/config/configuration.ts';
import { serviceKey } from '../../src/run/service-key.ts';

const endpoint: Endpoint = { url: 'http://127.0.0.1:1', protocol: 'http:', address: '127.0.0.1', port: 1 };
const keyOf = (service: ServiceConfiguration) => serviceKey({ endpoint, service });

test('a unit of the system is one service whatever its port; units of users and processes go by the port', () => {
  expect(keyOf({ kind: 'systemd', unit: 'a.service', scope: 'system' })).toBe(
    'service:systemd:system:a.service',
  );
  expect(keyOf({ kind: 'systemd', unit: 'a.service', scope: 'user' })).toBe(
    'service:systemd:user:a.service:127.0.0.1:1',
  );
  expect(keyOf({ kind: 'process-adopted', adopt: { port: 1 } })).toBe('service:process:127.0.0.1:1');
});
