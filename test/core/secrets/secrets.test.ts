import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretsOf } from '../../../src/core/plan/secrets-of.ts';
import { isSecretName, redactor, type Secret } from '../../../src/core/secrets.ts';

describe('names', () => {
  test.each([
    '--api-key',
    '--admin-api-key',
    'api_key',
    'HF_TOKEN',
    'hf-token',
    'TOKEN',
    'OPENAI_API_KEY',
    'AWS_SECRET_ACCESS_KEY',
    'DB_PASSWORD',
    'PASSWORD_DB',
    '--ssl-keyfile-password',
    'Authorization',
    'X-Api-Key',
    'apikey',
    'COOKIE',
  ])('%s is a secret', (name) => expect(isSecretName(name)).toBe(true));

  test.each([
    '--api-key-file',
    'TOKEN_FILE',
    'SECRET_PATH',
    'PASSWORD_FILE',
    '--max-tokens',
    'max_tokens',
    'output_tokens_per_s',
    'TOKENS',
    'bos_token',
    'eos_token',
    'tokenizer',
    'token_count',
    'measurement_key',
    'key',
    '--port',
    '',
  ])('%s is none', (name) => expect(isSecretName(name)).toBe(false));
});

describe('secrets of a command', () => {
  test('as the next word, after =, and in variables', () => {
    const argv = [
      'run',
      '--api-key',
      'a-1',
      '--hf-token=b-2',
      '--api-key-file',
      '/k',
      '--api-key',
      '--verbose',
      'OPENAI_API_KEY=c-3',
    ];
    expect(secretsOf({ argv, env: { HF_TOKEN: 'd-4', PATH: '/bin', EMPTY_TOKEN: '' } })).toEqual([
      { name: '--api-key', value: 'a-1' },
      { name: '--hf-token', value: 'b-2' },
      { name: 'OPENAI_API_KEY', value: 'c-3' },
      { name: 'HF_TOKEN', value: 'd-4' },
    ]);
  });
});

describe('a redactor', () => {
  const secrets: readonly Secret[] = [
    { name: '--api-key', value: 'sk-1234' },
    { name: 'HF_TOKEN', value: 'sk-12345678' },
    { name: 'HF_TOKEN', value: 'p"w/ d' },
    { name: 'PIN', value: '1' },
  ];
  const { text, json, reveal } = redactor(secrets);

  test('replaces values in any text, the longer one first', () => {
    expect(text('a sk-12345678 b sk-1234 c sk-123')).toBe(
      'a {secret: HF_TOKEN} b {secret: --api-key} c sk-123',
    );
  });

  test('also inside JSON and URLs', () => {
    expect(text(JSON.stringify({ k: 'p"w/ d' }))).toBe('{"k":"{secret: HF_TOKEN#2}"}');
    expect(text(`/x?k=${encodeURIComponent('p"w/ d')}`)).toBe('/x?k={secret: HF_TOKEN#2}');
  });

  test('a very short value is replaced where its name stands, and nowhere else', () => {
    expect(text('101')).toBe('101');
    expect(json({ some_token: '1', count: '1' })).toEqual({ some_token: '{secret: PIN}', count: '1' });
  });

  test('replaces by key what it has never seen', () => {
    const document = {
      env: { HF_TOKEN: 'other-1', USER: 'u' },
      argv: ['run', '--api-key', 'other-2', '--x-token=other-3'],
      api_key: 'other-4',
      eos_token: '</s>',
      max_tokens: 8,
      hf_token: null,
      secret: 5,
    };
    expect(json(document)).toEqual({
      env: { HF_TOKEN: '{secret: HF_TOKEN, unknown}', USER: 'u' },
      argv: ['run', '--api-key', '{secret: --api-key, unknown}', '--x-token={secret: --x-token}'],
      api_key: '{secret: api_key}',
      eos_token: '</s>',
      max_tokens: 8,
      hf_token: null,
      secret: 5,
    });
  });

  test('twice is once', () => {
    const once = json({ argv: ['run', '--api-key', 'sk-1234'], HF_TOKEN: 'zzzz', text: 'x sk-12345678' });
    expect(json(once)).toEqual(once);
  });

  test('what was put in is not read again', () => {
    const other = redactor([
      { name: 'A', value: 'secret' },
      { name: 'secret-B', value: 'xxxx' },
    ]);
    expect(other.text('secret xxxx')).toBe('{secret: A} {secret: secret-B}');
  });

  test('without secrets text stays', () => {
    expect(redactor([]).text('{secret: A}')).toBe('{secret: A}');
    expect(redactor([{ name: 'A', value: '' }]).text('abc')).toBe('abc');
  });

  test('no known value is left, and what is revealed is what was there', () => {
    const value = fc
      .string({ minLength: 4, maxLength: 12 })
      .filter((found) => !'{secret: name0}#123'.includes(found) && !/^[{}: ]|secret|name\d/.test(found));
    fc.assert(
      fc.property(
        fc.uniqueArray(value, { minLength: 1, maxLength: 4 }),
        fc.array(fc.oneof(fc.string(), fc.nat({ max: 3 })), { maxLength: 8 }),
        (values, parts) => {
          const known = values.map((found, at) => ({ name: `name${at}`, value: found }));
          const whole = parts
            .map((part) => (typeof part === 'number' ? (values[part % values.length] ?? '') : part))
            .join(' ');
          const document = { text: whole, list: [whole, 1, null], inner: { deep: whole } };
          const { json: hide, reveal: show } = redactor(known);
          const hidden = hide(document);
          const plain = JSON.stringify(hidden).replaceAll(/\{secret: name\d\}/g, '');
          for (const found of values)
            if (!JSON.stringify(found).includes('\\')) expect(plain).not.toContain(found);
          expect(show(hidden)).toEqual(document);
        },
      ),
    );
  });

  test('keys are redacted too', () => {
    expect(json({ 'sk-1234': 1 })).toEqual({ '{secret: --api-key}': 1 });
    expect(reveal(json({ a: 'sk-1234', b: ['p"w/ d'] }))).toEqual({ a: 'sk-1234', b: ['p"w/ d'] });
  });
});
