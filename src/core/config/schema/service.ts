import { z } from 'zod';
import { readEndpoint } from '../endpoint.ts';
import { leaf } from './leaf.ts';
import { choice, text, wholeNumber, word } from './leaves.ts';
import { HEADER, VARIABLE } from './names.ts';

export const environment = z
  .record(z.string().regex(VARIABLE), word('value of the variable'))
  .meta({ description: 'variables on top of the environment of Holdpoint: {NAME: value}' });

export const commandSchema = z.strictObject({
  kind: choice(['process'], 'kind: process'),
  command: z
    .array(word('one argument'))
    .min(1)
    .max(1000)
    .meta({ description: 'the base command, one argument an item: [llama-server, -m, model.gguf]' }),
  cwd: text('working folder, relative to this file', { example: '.' }).optional(),
  env: environment.optional(),
});

export const adoptSchema = z.strictObject({
  kind: choice(['process'], 'kind: process'),
  adopt: z
    .union([
      z.strictObject({ port: wholeNumber('port on which it listens', 1, 65_535) }),
      z.strictObject({ pid: wholeNumber('its process id', 2, 2 ** 22) }),
    ])
    .meta({ description: 'a server that runs already: {port: 8080} or {pid: 4711}' }),
});

export const serviceSchema = z.union([commandSchema, adoptSchema]).meta({
  description:
    'what runs the server: {kind: process, command: [...]} or {kind: process, adopt: {port: 8080}}',
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
