import { expect, it } from 'vitest';
import { checkMachine } from '../../scripts/engine/machine.mjs';

const GOOD = { platform: 'linux', arch: 'x64', glibc: '2.36', cpu: 'flags\t\t: fpu avx2 fma f16c bmi2\n' };

it.each([
  [{ arch: 'arm64' }, 'the prebuilt vLLM is for Linux on x86_64, not linux on arm64'],
  [{ platform: 'darwin' }, 'the prebuilt vLLM is for Linux on x86_64, not darwin on x64'],
  [{ glibc: undefined }, 'no glibc (another C library such as musl)'],
  [{ glibc: '2.31' }, 'glibc 2.31; 2.35 or later is needed'],
  [{ cpu: 'flags\t\t: fpu avx fma f16c\n' }, 'the CPU lacks avx2, bmi2'],
])('a machine with %o is refused by what it lacks', (lacking, message) => {
  expect(() => checkMachine('vLLM', { ...GOOD, ...lacking })).toThrow(message);
});

it('a machine that has everything is not', () => {
  expect(() => checkMachine('vLLM', GOOD)).not.toThrow();
});
