import { expect, test } from 'vitest';
import type { Definition } from '../../../src/core/generation.ts';
import { baseDifferences } from '../../../src/core/plan/base-differences.ts';

const SERVER = ['/usr/bin/server', '-m', 'model', '-np', '1', '--port', '8080'];

function base(argv: readonly string[], more: Partial<Definition> = {}): Definition {
  return { argv, env: { OMP_NUM_THREADS: '4' }, cwd: '/', env_complete: true, ...more };
}

test.each([
  [SERVER, SERVER, []],
  [SERVER, SERVER.with(4, '2'), ['- -np 1', '+ -np 2']],
  [SERVER, [...SERVER, '-fa', 'on'], ['+ -fa on']],
  [[...SERVER, '-fa', 'on'], SERVER, ['- -fa on']],
  [SERVER, SERVER.with(0, '/opt/the server'), ['- /usr/bin/server', "+ '/opt/the server'"]],
  [['a', 'x', 'x'], ['a', 'x', 'x', 'x'], ['+ x']],
  [[], ['a'], ['+ a']],
])('%j and %j', (before, after, lines) => {
  expect(baseDifferences(base(before), base(after))).toEqual(lines);
});

test('what stands in front, the folder, and the variables that records hold', () => {
  const before = base(SERVER, { env: { OMP_NUM_THREADS: '4', HOME: '/a' } });
  const after = base(SERVER, {
    wrapper: ['numactl', '-N', '0'],
    cwd: '/srv',
    env: { CUDA_VISIBLE_DEVICES: '0,1', HOME: '/b' },
  });
  expect(baseDifferences(before, after)).toEqual([
    '+ numactl -N 0',
    '- in /',
    '+ in /srv',
    '- OMP_NUM_THREADS=4',
    '+ CUDA_VISIBLE_DEVICES=0,1',
  ]);
});
