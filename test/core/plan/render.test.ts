import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ParameterConfiguration } from '../../../src/core/config/configuration.ts';
import type { ParameterValue } from '../../../src/core/engine/definition.ts';
import { flagKnowledge, splitArgv } from '../../../src/core/plan/pieces.ts';
import { createRenderer, type Values } from '../../../src/core/plan/render.ts';
import { isPassable } from '../../../src/core/plan/values.ts';
import { fakeEngine } from '../../helpers/engine.ts';
import { BASE, flag, linked, variable } from './samples.ts';

function rendererOver(
  parameters: readonly ParameterConfiguration[],
  argv: readonly string[] = BASE.argv,
  env = BASE.env,
) {
  return createRenderer({ ...BASE, argv, env }, fakeEngine, parameters);
}

function argvOf(
  parameter: ParameterConfiguration,
  value: ParameterValue | undefined,
  argv: readonly string[] = BASE.argv,
): readonly string[] {
  const renderer = rendererOver([parameter], argv);
  expect(renderer.problems).toEqual([]);
  return renderer.render([value]).definition.argv;
}

describe('a flag', () => {
  test.each<[string, ParameterConfiguration, ParameterValue | undefined, string]>([
    [
      'is replaced in place, under the name that stands there',
      flag('p', '--parallel', [8]),
      8,
      '/bin/llama-server -m m.gguf -np 8 --temp=0.50 --no-mmap --port 8081',
    ],
    [
      'is replaced in its form',
      flag('p', '--temp', [1]),
      1,
      '/bin/llama-server -m m.gguf -np 2 --temp=1 --no-mmap --port 8081',
    ],
    ['stays as it is where the number is the same', flag('p', '--temp', [0.5]), 0.5, BASE.argv.join(' ')],
    [
      'is removed for null',
      flag('p', '-np', [null]),
      null,
      '/bin/llama-server -m m.gguf --temp=0.50 --no-mmap --port 8081',
    ],
    [
      'is removed in its form',
      flag('p', '--temp', [null]),
      null,
      '/bin/llama-server -m m.gguf -np 2 --no-mmap --port 8081',
    ],
    ['is appended as two words', flag('p', '-c', [4096]), 4096, `${BASE.argv.join(' ')} -c 4096`],
    ['stands alone for true', flag('p', '--flash', [true]), true, `${BASE.argv.join(' ')} --flash`],
    [
      'is absent for false',
      flag('p', '--no-mmap', [false]),
      false,
      '/bin/llama-server -m m.gguf -np 2 --temp=0.50 --port 8081',
    ],
    [
      'gives way to its opposite',
      flag('p', '--mmap', [true, false], { off: '--no-mmap' }),
      true,
      '/bin/llama-server -m m.gguf -np 2 --temp=0.50 --mmap --port 8081',
    ],
    [
      'is its opposite for false',
      flag('p', '--flash', [false], { off: '--no-flash' }),
      false,
      `${BASE.argv.join(' ')} --no-flash`,
    ],
    ["keeps the base command's value", flag('p', '-np', [8]), undefined, BASE.argv.join(' ')],
  ])('%s', (_, parameter, value, expected) => {
    expect(argvOf(parameter, value).join(' ')).toBe(expected);
  });

  test('numbers are printed without loss', () => {
    const numbers = [0.1, 1e-7, 123456789012345, -0, 0.30000000000000004, 1e21, -5];
    expect(numbers.map((value) => argvOf(flag('p', '-c', [value]), value).at(-1))).toEqual([
      '0.1',
      '1e-7',
      '123456789012345',
      '-0',
      '0.30000000000000004',
      '1e+21',
      '-5',
    ]);
  });

  test('what ends the flags stays behind what is appended', () => {
    expect(argvOf(flag('p', '-c', [1]), 1, ['run', '-np', '2', '--', '-np', '9'])).toEqual([
      'run',
      '-np',
      '2',
      '-c',
      '1',
      '--',
      '-np',
      '9',
    ]);
  });

  test('a value that looks like a flag is no flag', () => {
    expect(argvOf(flag('p', '-np', [3]), 3, ['run', '--model', '-np', '-np', '-1'])).toEqual([
      'run',
      '--model',
      '-np',
      '-np',
      '3',
    ]);
  });

  test('what the engine does not know is told by the values', () => {
    expect(argvOf(flag('p', '--odd', [true, false]), false, ['run', '--odd', 'file'])).toEqual([
      'run',
      'file',
    ]);
    expect(argvOf(flag('p', '--odd', [1, 2]), 2, ['run', '--odd', '-x'])).toEqual(['run', '--odd', '2']);
  });

  test('values of a list of settings tell it too', () => {
    const odd = flag('p', '--odd', []);
    const over = (value: ParameterValue) =>
      createRenderer(
        { ...BASE, argv: ['run', '--odd', 'file'] },
        fakeEngine,
        [odd],
        [{ values: { p: value } }],
      );
    expect(over(true).render([null]).definition.argv).toEqual(['run', 'file']);
    expect(over('x').render([null]).definition.argv).toEqual(['run']);
  });

  test('twice in the base command cannot be varied', () => {
    const { problems } = rendererOver([flag('p', '--parallel', [1])], ['run', '-np', '2', '--parallel=3']);
    expect(problems).toEqual([
      {
        parameter: 'p',
        message: '--parallel stands 2 times in the base command (-np 2; --parallel=3)',
        remedy: expect.any(String),
        words: [1, 3],
      },
    ]);
  });
});

describe('a key of a JSON-valued flag', () => {
  const tokens = flag('tokens', '--spec', [2], { json_key: 'n' });
  const method = flag('method', '--spec', ['x'], { json_key: 'inner.method' });
  const argv = ['run', '--spec', '{"model": "d", "n": 1, "seed": 0.10}', '-c', '1'];

  test('others stay, in their order', () => {
    expect(argvOf(tokens, 2, argv)).toEqual(['run', '--spec', '{"model":"d","n":2,"seed":0.1}', '-c', '1']);
    expect(argvOf(tokens, null, argv)).toEqual(['run', '--spec', '{"model":"d","seed":0.1}', '-c', '1']);
    expect(argvOf(method, 'x', argv)).toEqual([
      'run',
      '--spec',
      '{"model":"d","n":1,"seed":0.1,"inner":{"method":"x"}}',
      '-c',
      '1',
    ]);
  });

  test('the text stays where nothing changes', () => {
    expect(argvOf(tokens, 1, argv)).toEqual(argv);
    expect(argvOf(tokens, undefined, argv)).toEqual(argv);
    expect(argvOf(method, null, argv)).toEqual(argv);
  });

  test('several parameters set their keys in one flag', () => {
    const renderer = rendererOver([tokens, method], ['run']);
    expect(renderer.render([3, 'y']).definition.argv).toEqual([
      'run',
      '--spec',
      '{"n":3,"inner":{"method":"y"}}',
    ]);
    expect(renderer.render([null, null]).definition.argv).toEqual(['run']);
    expect(rendererOver([tokens, method], argv).baseValues).toEqual([1, null]);
  });

  test.each([
    ['no JSON', /is no JSON,/],
    ['[1]', /is no JSON object/],
    ['{"seed": 12345678901234567890}', /number too long/],
  ])('%s cannot be varied', (text, message) => {
    expect(rendererOver([tokens], ['run', `--spec=${text}`]).problems[0]?.message).toMatch(message);
  });
});

describe('flags that move together', () => {
  const draft = linked('draft', {
    off: {},
    n4: { '--spec-type': 'simple', '-md': 'd.gguf', '--draft-max': 4 },
    n8: { '--spec-type': 'simple', '--draft-max': 8 },
  });

  test('what only other options set is absent', () => {
    const renderer = rendererOver(
      [draft],
      ['run', '--draft-max', '4', '-md', 'd.gguf', '--spec-type', 'simple'],
    );
    expect(renderer.baseValues).toEqual(['n4']);
    expect(renderer.render(['off']).definition.argv).toEqual(['run']);
    expect(renderer.render(['n8']).definition.argv).toEqual([
      'run',
      '--draft-max',
      '8',
      '--spec-type',
      'simple',
    ]);
  });

  test('every flag must be read back, absent ones too', () => {
    const { wanted } = rendererOver([draft], ['run']).render(['n8']);
    expect(wanted.map(({ flag: word, wanted: value }) => [word, value])).toEqual([
      ['--spec-type', 'simple'],
      ['-md', null],
      ['--draft-max', 8],
    ]);
  });

  test('a base that is none of the options has no value', () => {
    expect(rendererOver([draft], ['run', '--draft-max', '5']).baseValues).toEqual([null]);
  });
});

describe('a variable', () => {
  const threads = variable('threads', 'OMP_NUM_THREADS', [4, 8, null]);

  test('is set, removed, or left', () => {
    const renderer = rendererOver([threads]);
    expect(renderer.baseValues).toEqual([4]);
    expect(renderer.render([8])).toMatchObject({
      definition: { env: { OMP_NUM_THREADS: '8' } },
      diff: ['- OMP_NUM_THREADS=4', '+ OMP_NUM_THREADS=8'],
    });
    expect(renderer.render([null]).definition.env).toEqual({});
    expect(renderer.render([4]).definition.env).toBe(BASE.env);
    expect(renderer.render([undefined])).toMatchObject({ definition: BASE, diff: [] });
  });
});

describe('the difference', () => {
  test('is one line for each change, quoted for a shell', () => {
    const renderer = rendererOver([
      flag('p', '-np', [8]),
      flag('t', '--temp', [null]),
      flag('m', '--mmap', [true], { off: '--no-mmap' }),
      flag('x', '--x', ["it's $HOME"]),
    ]);
    expect(renderer.render([8, null, true, "it's $HOME"]).diff).toEqual([
      '- -np 2',
      '+ -np 8',
      '- --temp=0.50',
      '- --no-mmap',
      '+ --mmap',
      "+ --x 'it'\\''s $HOME'",
    ]);
    expect(renderer.render([2, 0.5, false, null]).diff).toEqual([]);
  });
});

describe('for any command and any values', () => {
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a b', '"', "'", '$HOME', '%s', '\n', '`id`', '\\', '*', '', '-1', '--np', '-'),
    )
    .filter(isPassable);
  const value = fc.oneof(
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const words = fc
    .array(
      fc.oneof(text, fc.constantFrom('-np', '--parallel=3', '--temp', '--mmap', '--x', '--spec={"a":1}')),
      { maxLength: 8 },
    )
    .map((rest) => ['run', ...rest]);
  const parameters = [
    flag('np', '--parallel', []),
    flag('temp', '--temp', []),
    flag('mmap', '--mmap', [], { off: '--no-mmap' }),
    flag('y', '--y', ['z']),
  ];

  test('the pieces of a command are the command', () => {
    fc.assert(
      fc.property(words, (argv) => {
        expect(splitArgv(argv, flagKnowledge(fakeEngine, new Map())).flatMap((piece) => piece.words)).toEqual(
          argv,
        );
      }),
    );
  });

  test('a value is read back exactly, and so is the base that is laid over it again', () => {
    // Well formed: every flag that takes a value has one.
    const word = text.filter((plain) => !plain.startsWith('-'));
    const piece = fc.oneof(
      fc.tuple(fc.constantFrom('-np', '--temp', '--y'), text),
      text.map((joined) => [`--temp=${joined}`]),
      fc.constantFrom(['--mmap'], ['--no-mmap']),
      word.map((plain) => [plain]),
    );
    const base = fc
      .uniqueArray(piece, {
        selector: ([first = '']) => (first.startsWith('--temp') ? '--temp' : first.replace('no-', '')),
        maxLength: 6,
      })
      .map((pieces) => ['run', ...pieces.flat()]);
    const scalar = value.filter((v) => typeof v !== 'boolean');
    const values = fc.tuple(scalar, scalar, fc.option(fc.boolean()), scalar);
    const over = (argv: readonly string[], known: readonly ParameterValue[]) =>
      rendererOver(
        parameters.map(
          (parameter, at) =>
            ({ ...parameter, values: [known[at] ?? null, ...parameter.values] }) as ParameterConfiguration,
        ),
        argv,
      );

    fc.assert(
      fc.property(base, values, (argv, set) => {
        const before = over(argv, set);
        expect(before.problems).toEqual([]);
        const changed = before.render(set).definition.argv;
        const after = over(changed, set);
        expect(after.baseValues).toEqual(set);
        expect(after.render(set).definition.argv).toEqual(changed);
        const back = after.render(before.baseValues).definition.argv;
        expect(over(back, before.baseValues).baseValues).toEqual(before.baseValues);
      }),
      { numRuns: 500 },
    );
  });

  test('keeping everything is the base, word for word', () => {
    fc.assert(
      fc.property(words, (argv) => {
        const renderer = rendererOver(parameters, argv);
        fc.pre(renderer.problems.length === 0);
        const keep: Values = parameters.map(() => undefined);
        const rendered = renderer.render(keep);
        expect(rendered.definition.argv).toEqual(argv);
        expect(rendered.diff).toEqual([]);
      }),
    );
  });

  test('keys are equal exactly where the commands are', () => {
    const settings = fc.array(fc.array(value, { minLength: 4, maxLength: 4 }), {
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(words, settings, (argv, all) => {
        const renderer = rendererOver(parameters, argv);
        fc.pre(renderer.problems.length === 0);
        for (const one of all)
          for (const other of all) {
            const [a, b] = [renderer.render(one).definition, renderer.render(other).definition];
            const same = isDeepStrictEqual([a.argv, a.env], [b.argv, b.env]);
            expect(renderer.key(one) === renderer.key(other)).toBe(same);
          }
      }),
    );
  });

  test('what is not varied stays, in its order', () => {
    fc.assert(
      fc.property(words, fc.array(value, { minLength: 4, maxLength: 4 }), (argv, values) => {
        const renderer = rendererOver(parameters, argv);
        fc.pre(renderer.problems.length === 0);
        const names = ['--parallel', '-np', '--temp', '--mmap', '--no-mmap', '--y'];
        const known = flagKnowledge(fakeEngine, new Map([['--y', true]]));
        const rest = splitArgv(argv, known)
          .filter(({ canonical }) => canonical === null || !names.includes(canonical))
          .flatMap((piece) => piece.words);
        const { argv: after } = renderer.render(values).definition;
        let at = 0;
        for (const word of after) if (word === rest[at]) at += 1;
        expect(at).toBe(rest.length);
      }),
      { numRuns: 500 },
    );
  });
});

test('a setting says which variables it decides where files of the service give some', () => {
  const swept = [variable('threads', 'OMP_NUM_THREADS', ['8']), flag('p', '-np', [8])];
  const of = (base: typeof BASE) => createRenderer(base, fakeEngine, swept).render(['8', 8]).definition;
  expect(of({ ...BASE, from_files: ['HF_TOKEN'] })).toMatchObject({
    from_files: ['HF_TOKEN'],
    swept_env: ['OMP_NUM_THREADS'],
  });
  expect(of(BASE)).not.toHaveProperty('swept_env');
});
