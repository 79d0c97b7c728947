import { describe, expect, it } from 'vitest';
import type { ParameterValue } from '../../../src/core/engine/definition.ts';
import { ENGINE_NAMES, engineDefinition } from '../../../src/core/engine/index.ts';

const openai = engineDefinition('openai');

function read(argv: string, flag: string, wanted: ParameterValue, report: string | null = null) {
  const sources = {
    documents: { '/v1/models': { data: [{ id: 'm', max_model_len: 8192 }] } },
    log: [],
    behaviour: { draft_tokens: null, accepted_tokens: null },
    argv: ['server', ...argv.split(' ')],
    env: {},
    cores: 2,
  };
  return openai.effective([{ parameter: 'p', flag, env: null, wanted, report }], sources).p;
}

describe('any OpenAI-compatible server', () => {
  it.each([
    ['--batch 8 --fast', '--batch', 8, 8, true],
    ['--batch=8', '--batch', '8', '8', true],
    ['--batch 8 --batch 16', '--batch', 8, '16', false],
    ['--batch 0.50', '--batch', 0.5, '0.50', true],
    ['--offset -1', '--offset', -1, '-1', true],
    ['--fast --batch 8', '--fast', true, true, true],
    ['--batch 8', '--fast', false, null, true],
    ['--batch 8', '--fast', null, null, true],
    ['--fast', '--fast', null, true, false],
    ['--batch 8', '--other', 8, null, false],
    ['--config {"a":{"b":3}}', '--config.a.b', 3, 3, true],
    ['--config {"a":{"b":3}}', '--config.a.b', null, 3, false],
    ['--config {"a":1}', '--config.a.b', null, null, true],
    ['--config {broken', '--config.a', 1, null, false],
  ])('%s: %s wanted %s', (argv, flag, wanted, got, agrees) => {
    const row = read(argv, flag, wanted);
    expect([String(row?.got), row?.agrees, row?.rule, row?.source]).toEqual([
      String(got),
      agrees,
      'argv',
      'argv',
    ]);
  });

  it('reads a named key of the list of models', () => {
    expect(read('--len 1', '--len', 8192, 'max_model_len')).toMatchObject({
      got: 8192,
      agrees: true,
      evidence: '/v1/models data.0.max_model_len = 8192',
    });
  });

  it('knows nothing else', () => {
    const definition = { argv: ['server'], env: {}, cwd: '/', env_complete: false };
    expect(openai.instrumentation(definition)).toEqual({ argv: [], env: {} });
    expect([
      openai.takesValue('--x'),
      openai.canonicalFlag('-x'),
      openai.phase({ text: 'ready', line: 1, offset: 0 }),
    ]).toEqual([null, '-x', null]);
    expect([openai.health_path, openai.binds_before_load, openai.speculates(['--spec'])]).toEqual([
      '/v1/models',
      false,
      false,
    ]);
    expect(openai.model({ '/v1/models': { data: [{ id: 'm' }] } })).toBe('m');
    expect(openai.model({ '/v1/models': { data: 'no list' } })).toBeNull();
  });
});

it('each engine is found by its name', () => {
  expect(ENGINE_NAMES.map((name) => engineDefinition(name).name)).toEqual([
    'sglang',
    'vllm',
    'llamacpp',
    'openai',
  ]);
});
