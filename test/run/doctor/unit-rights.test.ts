import { expect, test } from 'vitest';
import type { Grant, Right } from '../../../src/ports/supervisor.ts';
import { examine } from '../../../src/run/doctor/doctor.ts';
import type { Ports } from '../../../src/run/ports.ts';
import { absent, patient, ports } from './patient.ts';

const grant: Grant = { kind: 'polkit', file: '/etc/x', mode: '0644', text: 'rule\n', worth: 'little' };
const RIGHTS: readonly Right[] = [
  { name: 'journal', state: 'held', text: 'readable', remedy: null },
  { name: 'start', state: 'missing', text: 'may not', remedy: 'let root', grant },
  { name: 'linger', state: 'weaker', text: 'does not', remedy: 'enable it' },
  { name: 'reset-failed', state: 'unknown', text: 'not tried', remedy: null },
];

test('a service with rights of its own: each is a check, with what would give it, in the place of the one for processes', async () => {
  const supervisor = {
    present: async () => absent,
    rights: async () => RIGHTS,
  } as unknown as Ports['supervisor'];
  const checks = await examine(patient({ ports: ports({ supervisor }) }));
  expect(checks.filter(({ name }) => name.startsWith('right'))).toEqual([
    { name: 'right: journal', state: 'ok', text: 'readable', remedy: null },
    { name: 'right: start', state: 'failed', text: 'may not', remedy: 'let root', grant },
    { name: 'right: linger', state: 'warning', text: 'does not', remedy: 'enable it' },
    { name: 'right: reset-failed', state: 'unknown', text: 'not tried', remedy: null },
  ]);
});
