import { describe, expect, it } from 'vitest';
import {
  canonicalFlag,
  FLAGS,
  findFlag,
  flagOfVariable,
} from '../../../../src/core/engine/llamacpp/flags.ts';
import { llamacpp } from '../../../../src/core/engine/llamacpp/index.ts';

const TYPES = ['switch', 'number', 'choice', 'text', 'path', 'pair', 'removed'];

describe('the table of flags', () => {
  it('has every flag of the help text once, each row whole', () => {
    const names = FLAGS.flatMap((f) => [...f.aliases, ...f.negations]);
    expect(FLAGS).toHaveLength(248);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((n) => !/^--?[A-Za-z][\w.-]*$/.test(n))).toEqual([]);
    expect(FLAGS.filter((f) => !TYPES.includes(f.type)).map((f) => f.name)).toEqual([]);
    expect(FLAGS.flatMap((f) => f.env ?? []).filter((e) => !/^[A-Z_]+$/.test(e))).toEqual([]);
    expect(FLAGS.filter((f) => f.negations.length > 0 && f.type !== 'switch').map((f) => f.name)).toEqual([]);
  });

  it.each([
    ['-np', '--parallel', true],
    ['-c', '--ctx-size', true],
    ['-md', '--spec-draft-model', true],
    ['--model-draft', '--spec-draft-model', true],
    ['-ngl', '--n-gpu-layers', true],
    ['--ctx_size', '--ctx-size', true],
    ['-fa', '--flash-attn', true],
    ['-kvu', '--kv-unified', false],
    ['-no-kvu', '--no-kv-unified', false],
    ['--no-mmproj', '--no-mmproj', false],
    ['--no-host', '--no-host', false],
    ['--draft-max', '--draft', true],
    ['--fim-qwen-1.5b-default', '--fim-qwen-1.5b-default', false],
    ['--not-a-flag', '--not-a-flag', null],
  ])('%s is %s, value %s', (word, name, takes) => {
    expect([llamacpp.canonicalFlag(word), llamacpp.takesValue(word)]).toEqual([name, takes]);
  });

  it('keeps a negation apart from its opposite', () => {
    expect(canonicalFlag('--no-mmap')).not.toBe(canonicalFlag('--mmap'));
  });

  it('knows defaults, types and variables', () => {
    expect(findFlag('-b')).toMatchObject({ default: '2048', type: 'number', env: 'LLAMA_ARG_BATCH' });
    expect(findFlag('--draft-min')?.type).toBe('removed');
    expect(flagOfVariable('LLAMA_ARG_N_PARALLEL')?.name).toBe('--parallel');
    expect(flagOfVariable('LLAMA_API_KEY')?.name).toBe('--api-key');
    expect(flagOfVariable('HOME')).toBeNull();
  });

  it('names the files whose content decides', () => {
    expect(llamacpp.model_flags).toEqual(expect.arrayContaining(['-m', '--model', '-md', '-mm', '--lora']));
    expect(llamacpp.port_flags).toEqual(['--port']);
  });
});

describe('instrumentation', () => {
  const added = (argv: string[], env = {}) =>
    llamacpp.instrumentation({ argv: ['llama-server', ...argv], env, cwd: '/', env_complete: false }).argv;

  it('adds a detailed log and counters', () => {
    expect(added(['-m', 'x.gguf'])).toEqual(['-lv', '4', '--metrics']);
  });

  it.each([
    [['-lv', '3'], {}, ['--metrics']],
    [['--log-verbosity', '5'], {}, ['--metrics']],
    [['-v'], {}, ['--metrics']],
    [[], { LLAMA_ARG_LOG_VERBOSITY: '4' }, ['--metrics']],
    [['--metrics'], {}, ['-lv', '4']],
    [[], { LLAMA_ARG_ENDPOINT_METRICS: '1' }, ['-lv', '4']],
    [['--alias', '--metrics'], {}, ['-lv', '4', '--metrics']],
  ])('leaves %j %j alone', (argv, env, expected) => {
    expect(added(argv, env)).toEqual(expected);
  });
});
