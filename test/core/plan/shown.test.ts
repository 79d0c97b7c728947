import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandOf } from '../../../src/core/plan/command.ts';
import { shown } from '../../../src/core/plan/shown.ts';
import { isPassable } from '../../../src/core/plan/values.ts';
import { BASE } from './samples.ts';

/** What a real POSIX shell makes of a command: its arguments, one NUL behind each. */
function throughShell(command: string): readonly string[] {
  const { stdout, status, stderr } = spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout.split('\0').slice(0, -1);
}

const hard = [
  '',
  ' ',
  'a b',
  "it's",
  '"',
  '$HOME',
  '`id`',
  '\\',
  'a\nb',
  '\n',
  '*',
  '~',
  '!',
  '#',
  '&&',
  'a=b',
  '-n',
  '%s',
  'ü\u{1f600}',
  '\t',
  '{a,b}',
  ';',
  '>x',
];

describe('a real shell gets back', () => {
  test('every argument', () => {
    const argv = ['printf', '%s\\0', ...hard];
    expect(throughShell(shown({ ...BASE, argv, env: {} }))).toEqual(hard);
  });

  test('any argument', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...hard)).filter(isPassable);
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (args) => {
        expect(throughShell(shown({ ...BASE, argv: ['printf', '%s\\0', ...args], env: {} }))).toEqual(args);
      }),
      { numRuns: 40 },
    );
  });

  test('every variable, also one with a name that is none of its own', () => {
    const argv = ['sh', '-c', 'printf "%s\\0" "$A" "$B"'];
    expect(throughShell(shown({ ...BASE, argv, env: { A: "it's $HOME", B: '' } }))).toEqual([
      "it's $HOME",
      '',
    ]);
    expect(throughShell(`${shown({ ...BASE, argv: ['env'], env: { 'X.Y': 'a b', A: '' } })} -0`)).toEqual(
      expect.arrayContaining(['X.Y=a b', 'A=']),
    );
  });

  test('a program whose name looks like an assignment', () => {
    expect(shown({ ...BASE, argv: ['a=b', 'c=d'], env: {} })).toBe("'a=b' c=d");
  });
});

describe('a command in a document', () => {
  const definition = {
    ...BASE,
    argv: ['run', '--api-key', 'sk-12345', '-x', 'sk-12345z'],
    env: { HF_TOKEN: 'hf_678', OMP_NUM_THREADS: '4' },
  };

  test('carries secrets by name', () => {
    const document = commandOf(definition);
    expect(document.argv).toEqual(['run', '--api-key', '{secret: --api-key}', '-x', '{secret: --api-key}z']);
    expect(document.env).toEqual({ HF_TOKEN: '{secret: HF_TOKEN}', OMP_NUM_THREADS: '4' });
    expect(JSON.stringify(document)).not.toMatch(/sk-12345|hf_678/);
  });

  test('of a whole environment what bears on the engine', () => {
    const env = {
      ...definition.env,
      HOME: '/home/u',
      SSH_CONNECTION: '10.0.0.1',
      CUDA_VISIBLE_DEVICES: '0',
      PATH: '/bin',
    };
    expect(Object.keys(commandOf({ ...definition, env, env_complete: true }).env)).toEqual([
      'HF_TOKEN',
      'OMP_NUM_THREADS',
      'CUDA_VISIBLE_DEVICES',
      'PATH',
    ]);
    expect(commandOf({ ...definition, env, env_complete: true }).shown).not.toContain('10.0.0.1');
  });
});
