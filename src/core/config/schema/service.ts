import { z } from 'zod';
import { suggest } from '../did-you-mean.ts';
import { readEndpoint } from '../endpoint.ts';
import { bad, good, quoted } from '../parsed.ts';
import { readUnitName } from '../unit-name.ts';
import { leaf } from './leaf.ts';
import { choice, text, wholeNumber, word } from './leaves.ts';
import { HEADER, UNIT, VARIABLE } from './names.ts';

const KINDS = ['process', 'systemd'] as const;

/** The kind that goes with the other keys of its form. */
function kind<const K extends (typeof KINDS)[number]>(wanted: K) {
  return leaf<K>(
    (value) => {
      if (value === wanted) return good(wanted);
      return KINDS.some((known) => known === value)
        ? bad(`kind: ${String(value)} does not go with the other keys here`, `write kind: ${wanted}`)
        : bad(
            `${quoted(value)} is not one of ${KINDS.join(', ')}`,
            typeof value === 'string' ? suggest(value, KINDS) : `write ${KINDS.join(' or ')}`,
          );
    },
    { type: 'string', description: `kind: ${wanted}`, enum: [wanted] },
  );
}

const unitName = leaf<string>(readUnitName, {
  type: 'string',
  description: 'the unit, with its ending: llama.service',
  pattern: UNIT.source,
  examples: ['llama.service'],
});

export const environment = z
  .record(z.string().regex(VARIABLE), word('value of the variable'))
  .meta({ description: 'variables on top of the environment of Holdpoint: {NAME: value}' });

export const commandSchema = z.strictObject({
  kind: kind('process'),
  command: z
    .array(word('one argument'))
    .min(1)
    .max(1000)
    .meta({ description: 'the base command, one argument an item: [llama-server, -m, model.gguf]' }),
  cwd: text('working folder, relative to this file', { example: '.' }).optional(),
  env: environment.optional(),
});

export const adoptSchema = z.strictObject({
  kind: kind('process'),
  adopt: z
    .union([
      z.strictObject({ port: wholeNumber('port on which it listens', 1, 65_535) }),
      z.strictObject({ pid: wholeNumber('its process id', 2, 2 ** 22) }),
    ])
    .meta({ description: 'a server that runs already: {port: 8080} or {pid: 4711}' }),
});

export const unitSchema = z.strictObject({
  kind: kind('systemd'),
  unit: unitName,
  scope: choice(
    ['system', 'user'],
    'the manager that runs it: of the system, or of the user',
    'system',
  ).optional(),
});

export const serviceSchema = z.union([commandSchema, adoptSchema, unitSchema]).meta({
  description:
    'what runs the server: {kind: process, command: [...]}, {kind: process, adopt: {port: 8080}} or {kind: systemd, unit: NAME.service}',
});

export const endpointSchema = leaf(readEndpoint, {
  type: 'string',
  description: 'base address of the server, without /v1: http://127.0.0.1:8080',
  pattern: '^https?://',
  examples: ['http://127.0.0.1:8080'],
});

export const authSchema = z
  .strictObject({
    env: text('variable that holds the key', {
      pattern: VARIABLE,
      what: 'a name of a variable',
      example: 'API_KEY',
    }).optional(),
    file: text('file that holds the key').optional(),
    headers: z
      .record(z.string().regex(HEADER), text('value of the header'))
      .meta({ description: 'more headers: {X-Name: value}' })
      .optional(),
    ca: text('file with the certificate authority of the endpoint').optional(),
  })
  .meta({
    description: 'how requests are authorised: {env: API_KEY} or {file: key.txt}; also headers and ca',
  });
