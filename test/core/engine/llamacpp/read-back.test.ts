import { describe, expect, it } from 'vitest';
import type { ParameterValue, ReadBackSources } from '../../../../src/core/engine/definition.ts';
import { llamacpp } from '../../../../src/core/engine/llamacpp/index.ts';
import { fixture, logLines } from './fixture.ts';

function read(sources: ReadBackSources, name: string, wanted: ParameterValue, report: string | null = null) {
  const of_env = !name.startsWith('-');
  const claim = { parameter: 'p', flag: of_env ? null : name, env: of_env ? name : null, wanted, report };
  const effective = llamacpp.effective([claim], sources).p;
  if (effective === undefined) throw new Error('no row');
  return effective;
}

const DRAFT = '/models/draft.gguf';

/** fixture, flag or variable, wanted, got, agrees, rule, source */
const TABLE: readonly (readonly [
  string,
  string,
  ParameterValue,
  ParameterValue,
  boolean,
  string,
  string | null,
])[] = [
  ['context-rounded', '-c', 1000, 1024, true, 'rounded-up', 'server-info'],
  ['context-rounded', '-c', 1024, 1024, true, 'equal', 'server-info'],
  ['context-rounded', '-c', 2000, 1024, false, 'rounded-up', 'server-info'],
  ['no-prefix', '-c', '1000', 1024, true, 'rounded-up', 'server-info'],
  ['context-divided', '--ctx-size', 1000, 1536, true, 'rounded-up', 'server-info'],
  ['context-divided', '-np', 3, 3, true, 'equal', 'server-info'],
  ['context-divided', '-np', 4, 3, false, 'equal', 'server-info'],
  ['context-divided', '-kvu', false, false, true, 'equal', 'log'],
  ['context-divided', '-kvu', true, false, false, 'equal', 'log'],
  ['context-uneven', '-c', 769, 1536, true, 'rounded-up', 'server-info'],
  ['context-unified', '-c', 4096, 4096, true, 'equal', 'server-info'],
  ['context-unified', '--kv-unified', true, true, true, 'equal', 'log'],
  ['context-capped', '-c', 16384, 16384, true, 'equal', 'server-info'],
  ['context-of-the-model', '-c', 0, 4096, true, 'forced', 'server-info'],
  ['defaults', '-np', -1, 4, true, 'forced', 'server-info'],
  ['batch-clipped', '-b', 4096, 2048, true, 'forced', 'log'],
  ['batch-clipped', '-ub', 4096, 2048, true, 'forced', 'log'],
  ['batch-clipped', '-b', 1024, 2048, false, 'equal', 'log'],
  ['ubatch-clipped', '-b', 64, 64, true, 'equal', 'log'],
  ['ubatch-clipped', '-ub', 512, 64, true, 'forced', 'log'],
  ['context-rounded', '-b', 2048, 1000, true, 'forced', 'log'],
  ['threads', '-t', 1, 1, true, 'equal', 'log'],
  ['threads', '-t', 2, 1, false, 'equal', 'log'],
  ['threads', '-tb', 2, 2, true, 'equal', 'log'],
  ['threads', '--threads-http', 3, 3, true, 'equal', 'log'],
  ['defaults', '-t', 0, 2, true, 'forced', 'log'],
  ['attention-off', '-fa', 'off', 'disabled', true, 'equal', 'log'],
  ['attention-off', '-fa', 'on', 'disabled', false, 'equal', 'log'],
  ['defaults', '-fa', 'auto', 'enabled', true, 'forced', 'log'],
  ['quantised-cache', '-ctk', 'q8_0', 'q8_0', true, 'equal', 'log'],
  ['quantised-cache', '-ctv', 'f16', 'q8_0', false, 'equal', 'log'],
  ['switches-off', '--cache-ram', 0, 0, true, 'equal', 'log'],
  ['defaults', '--cache-ram', 8192, 8192, true, 'equal', 'log'],
  ['switches-off', '--warmup', false, false, true, 'equal', 'log'],
  ['defaults', '--warmup', true, true, true, 'equal', 'log'],
  ['switches-off', '--mmap', false, false, true, 'equal', 'log'],
  ['switches-off', '--load-mode', 'none', 'none', true, 'equal', 'log'],
  ['defaults', '--load-mode', 'auto', 'mmap', true, 'forced', 'log'],
  ['switches-off', '--slots', false, false, true, 'equal', 'server-info'],
  ['switches-off', '--alias', 'foo,bar', 'foo', true, 'equal', 'server-info'],
  ['defaults', '-m', '/models/tiny.gguf', '/models/tiny.gguf', true, 'equal', 'server-info'],
  ['defaults', '--ctx-checkpoints', 32, 32, true, 'equal', 'log'],
  ['switches-off', '-cb', false, false, true, 'argv', 'argv'],
  ['switches-off', '-cb', true, false, false, 'argv', 'argv'],
  ['defaults', '--poll', 50, null, false, 'argv', 'argv'],
  ['variable', 'LLAMA_ARG_CTX_SIZE', 768, 768, true, 'equal', 'server-info'],
  ['variable', 'LLAMA_ARG_CTX_SIZE', 512, 768, false, 'equal', 'server-info'],
  ['variable', 'OMP_NUM_THREADS', null, null, true, 'argv', 'argv'],
  ['variable', 'OMP_NUM_THREADS', 4, null, false, 'argv', 'argv'],
  ['draft', '--spec-type', 'draft-simple', 'draft-simple', true, 'present', 'behaviour'],
  ['draft', '--spec-type', 'none', 'draft-simple', false, 'equal', 'behaviour'],
  ['draft', '-md', DRAFT, DRAFT, true, 'present', 'behaviour'],
  ['draft', '-md', '/models/other.gguf', DRAFT, false, 'present', 'behaviour'],
  ['draft', '--spec-draft-n-max', 8, 8, true, 'equal', 'log'],
  ['draft', '--spec-draft-n-max', 4, 8, false, 'equal', 'log'],
  ['draft', '--spec-draft-p-min', 0, 0, true, 'equal', 'log'],
  ['draft-other-cache', '-ctk', 'q8_0', 'q8_0', true, 'equal', 'log'],
  ['draft-unused', '-md', DRAFT, null, false, 'present', 'behaviour'],
  ['draft-unused', '--spec-type', 'draft-simple', 'none', false, 'present', 'behaviour'],
  ['draft-absent', '--spec-type', 'draft-simple', 'none', false, 'present', 'behaviour'],
  ['draft-other-vocabulary', '--spec-type', 'draft-simple', 'none', false, 'present', 'behaviour'],
  ['draft-other-vocabulary', '--spec-draft-n-max', 3, null, false, 'equal', 'log'],
  ['draft-never', '--spec-type', 'draft-simple', 'draft-simple', false, 'present', 'behaviour'],
  ['draft-zero', '--spec-draft-n-max', 0, 1, false, 'forced', 'log'],
  ['defaults', '--spec-draft-n-max', 8, null, false, 'equal', 'log'],
  ['defaults', '--spec-type', 'none', 'none', true, 'equal', 'behaviour'],
  ['ngram', '--spec-type', 'ngram-simple', 'ngram-simple', true, 'present', 'behaviour'],
  ['ngram', '--spec-type', 'ngram-mod', 'ngram-simple', false, 'present', 'behaviour'],
  ['ngram', '--spec-ngram-simple-size-n', 4, 4, true, 'equal', 'log'],
  ['ngram', '--spec-ngram-mod-n-max', 64, null, false, 'equal', 'log'],
];

describe('read-back of a real server', () => {
  it.each(TABLE)('%s: %s wanted %s is %s', (name, flag, wanted, got, agrees, rule, source) => {
    expect(read(fixture(name), flag, wanted)).toMatchObject({ wanted, got, agrees, rule, source });
  });

  it('says that the context was rounded, divided and capped', () => {
    expect(read(fixture('context-divided'), '-c', 1000).evidence).toBe(
      'n_ctx 1536 (3 slots x 512: explicit -np that divides the context); context rounded up (agrees by rule)',
    );
    expect(read(fixture('context-divided'), '-np', 3).evidence).toContain(
      'explicit -np that divides the context: 512 per slot',
    );
    expect(read(fixture('context-capped'), '-c', 16384).evidence).toContain(
      'at most the 4096 that the model was trained for',
    );
  });

  it('quotes the line of the log that it read', () => {
    expect(read(fixture('threads'), '-t', 1).evidence).toMatch(
      /^log line 3: cmn {2}common_param: system_info: n_threads = 1 /,
    );
  });
});

describe('an absent flag', () => {
  it.each(['-c', '-np', '-b', '-t', '-fa', '--spec-type', '-md', '--spec-draft-n-max', '--poll'])(
    '%s agrees where argv has none',
    (flag) => {
      expect(read(fixture('defaults'), flag, null)).toMatchObject({
        wanted: null,
        agrees: true,
        rule: 'argv',
      });
    },
  );

  it('shows what the engine has instead', () => {
    expect(read(fixture('defaults'), '-c', null)).toMatchObject({ got: 4096, source: 'server-info' });
    expect(read(fixture('draft'), '--spec-draft-n-min', null)).toMatchObject({
      got: 0,
      source: 'log',
      agrees: true,
    });
  });

  it('does not agree where argv has it with another value than the default', () => {
    expect(read(fixture('draft'), '--spec-draft-n-max', null)).toMatchObject({ got: 8, agrees: false });
    expect(read(fixture('draft'), '-md', null)).toMatchObject({ got: DRAFT, agrees: false });
  });

  it('agrees where argv has it and the engine shows its default all the same', () => {
    const sources = fixture('defaults');
    expect(read({ ...sources, argv: [...sources.argv, '-b', '2048'] }, '-b', null)).toMatchObject({
      got: 2048,
      agrees: true,
    });
  });
});

describe('sources', () => {
  it('falls back to argv where the log is too quiet', () => {
    const quiet = fixture('quiet');
    expect(read({ ...quiet, argv: [...quiet.argv, '-fa', 'on'] }, '-fa', 'on')).toMatchObject({
      rule: 'argv',
      source: 'argv',
      agrees: true,
    });
    expect(read(quiet, '-ngl', 99)).toMatchObject({ source: 'argv', agrees: false });
  });

  it('shows speculation by the slots and the drafts alone where the log is too quiet', () => {
    expect(read(fixture('quiet'), '--spec-type', 'draft-simple')).toMatchObject({
      got: 'draft-simple',
      agrees: true,
    });
    const silent = { ...fixture('quiet'), behaviour: { draft_tokens: null, accepted_tokens: null } };
    expect(read(silent, '--spec-type', 'draft-simple')).toMatchObject({ got: null, agrees: false });
  });

  it('reads the target behind a trial fit and before the draft model, at every verbosity', () => {
    const debug = fixture('debug');
    expect(read(debug, '-lm', 'mmap')).toMatchObject({ got: 'mmap', agrees: true });
    expect(read(debug, '-b', 128)).toMatchObject({ got: 128, agrees: true });
    expect(read(debug, '-ctk', 'f16')).toMatchObject({ agrees: true });
  });

  it('does not believe a log line that a request wrote', () => {
    const sources = fixture('ubatch-clipped');
    const forged = logLines(
      'llama_context: n_batch               = 2048\nllama_context: n_ubatch              = 2048',
    );
    expect(read({ ...sources, log: [...sources.log, ...forged] }, '-b', 2048)).toMatchObject({
      got: 64,
      agrees: false,
    });
  });

  it('reads the last load of a log', () => {
    const [first, second] = [fixture('ubatch-clipped'), fixture('batch-clipped')];
    const log = [...first.log, ...second.log];
    expect(read({ ...second, log }, '-ub', 4096)).toMatchObject({ got: 2048, agrees: true });
  });

  it('has one row for each flag of a parameter that moves several', () => {
    const claim = { parameter: 'draft', env: null, report: null };
    const rows = llamacpp.effective(
      [
        { ...claim, flag: '--spec-type', wanted: 'draft-simple' },
        { ...claim, flag: '-md', wanted: DRAFT },
        { ...claim, parameter: 'slots', flag: '-np', wanted: null },
      ],
      fixture('draft-unused'),
    );
    expect(Object.entries(rows).map(([name, row]) => [name, row.agrees])).toEqual([
      ['draft.--spec-type', false],
      ['draft.-md', false],
      ['slots', true],
    ]);
  });
});

describe('report:', () => {
  it('reads the named key of the server report', () => {
    expect(read(fixture('context-divided'), '-c', 512, 'n_ctx')).toMatchObject({
      got: 512,
      agrees: true,
      source: 'server-info',
    });
    expect(read(fixture('context-divided'), '-c', 512, 'default_generation_settings.n_ctx').evidence).toBe(
      '/props default_generation_settings.n_ctx = 512',
    );
  });

  it('fails where the key is not there', () => {
    expect(read(fixture('defaults'), '-c', 512, 'nope')).toMatchObject({
      got: null,
      agrees: false,
      source: null,
    });
  });
});

describe('offloaded layers', () => {
  const target = (...lines: string[]) =>
    logLines(
      [
        "srv    load_model: loading model 'm'",
        'load_tensors: loading model tensors, this can take a while... (load_mode = mmap)',
        ...lines,
      ].join('\n'),
    );
  const sources = (...lines: string[]) => ({ ...fixture('defaults'), log: target(...lines) });
  const echo = 'load_tensors: offloaded 25/25 layers to GPU';
  const host = 'load_tensors:   CPU_Mapped model buffer size =   735.65 MiB';
  const device = 'load_tensors:        CUDA0 model buffer size =  1735.65 MiB';

  it.each([
    [99, 25, true, [echo, host, device]],
    ['all', 25, true, [echo, device]],
    ['auto', 25, true, [echo, device]],
    [25, 25, true, [echo, device, 'load_tensors:    CUDA_Host model buffer size =     1.65 MiB']],
    [12, 25, false, [echo, device]],
    [99, 0, false, [echo, host]],
    ['all', 0, false, [echo, host]],
    [0, 0, true, ['load_tensors: offloaded 0/25 layers to GPU', host]],
    [0, 0, true, [host]],
    [99, 0, false, [host]],
    ['auto', 0, true, [host]],
  ] as const)('-ngl %s: %s', (wanted, got, agrees, lines) => {
    expect(read(sources(...lines), '-ngl', wanted)).toMatchObject({ got, agrees, source: 'log' });
  });

  it('counts for the capacity only where a device holds a buffer', () => {
    const layers = (...lines: string[]) =>
      llamacpp.capacity(sources(...lines)).find((c) => c.name === 'offloaded_layers')?.value;
    expect([layers(echo, host), layers(echo, device), layers()]).toEqual([0, 25, undefined]);
  });
});

describe('capacity and identity', () => {
  it('says what a start can hold', () => {
    expect(llamacpp.capacity(fixture('context-divided'))).toEqual([
      { name: 'context_tokens_per_slot', value: 512 },
      { name: 'slots', value: 3 },
      { name: 'kv_tokens', value: 1536 },
      { name: 'offloaded_layers', value: 0 },
    ]);
    expect(llamacpp.capacity({ ...fixture('defaults'), documents: {}, log: [] })).toEqual([]);
  });

  it('names version and model', () => {
    const { documents, log } = fixture('switches-off');
    expect([llamacpp.version(documents, log), llamacpp.model(documents)]).toEqual(['b1-7e4c0a9', 'foo']);
    expect([llamacpp.version({}, log), llamacpp.model({}), llamacpp.version({}, [])]).toEqual([
      'b1-7e4c0a9',
      null,
      null,
    ]);
  });

  it.each([
    [true, '-md d.gguf --spec-type draft-simple'],
    [true, '--spec-type ngram-mod,draft-simple'],
    [true, '-md d.gguf'],
    [false, '-md d.gguf --spec-type none'],
    [false, '--spec-type ngram-simple'],
    [false, '--spec-draft-n-max 8'],
    [false, '-c 512'],
  ])('demands drafts: %s for %s', (expected, flags) => {
    expect(llamacpp.speculates(['llama-server', ...flags.split(' ')])).toBe(expected);
  });
});
