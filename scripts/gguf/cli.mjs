#!/usr/bin/env node
// Writes one model, or says what speculation over it must count. `--help` for the options.

import { parseArgs } from 'node:util';
import { DEFAULTS, writeModel } from './model.mjs';
import { predictSpeculation } from './predict.mjs';

const HELP = `usage: node scripts/gguf/cli.mjs OUT.gguf [options]
       node scripts/gguf/cli.mjs predict --tokens N --n-max N [--cycle 1000 --agree 1 --seed 1]
options, with their defaults:
${Object.entries(DEFAULTS)
  .map(([name, value]) => `  --${name} ${value}`)
  .join('\n')}
type: f32, f16, q8_0; mode: count, random; vocab: plain, marked; agree: below 1 makes a draft that errs`;

/** @type {Record<string, { type: 'string' }>} */
const MODEL_OPTIONS = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, { type: 'string' }]));

/** @param {string[]} args */
function main(args) {
  if (args.length === 0 || args.includes('--help')) return HELP;
  if (args[0] === 'predict') return JSON.stringify(predictSpeculation(predictOptions(args.slice(1))));
  const { values, positionals } = parseArgs({ args, options: MODEL_OPTIONS, allowPositionals: true });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new Error('exactly one file name is wanted');
  return JSON.stringify(writeModel(path, Object.fromEntries(Object.entries(values).map(typed))));
}

/** @param {string[]} args */
function predictOptions(args) {
  const names = ['tokens', 'n-max', 'cycle', 'agree', 'seed'];
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ('string') }])),
  });
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, number(name, value)]),
  );
  const { tokens, 'n-max': nMax, ...rest } = given;
  if (tokens === undefined || nMax === undefined) throw new Error('--tokens and --n-max are wanted');
  return { tokens, nMax, ...rest };
}

/**
 * @param {[string, unknown]} option
 * @returns {[string, unknown]}
 */
function typed([name, value]) {
  const isNumber = typeof Reflect.get(DEFAULTS, name) === 'number';
  return [name, isNumber ? number(name, value) : value];
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function number(name, value) {
  const parsed = Number(value);
  if (value === '' || !Number.isFinite(parsed)) throw new Error(`--${name} ${value}: not a number`);
  return parsed;
}

try {
  console.log(main(process.argv.slice(2)));
} catch (error) {
  console.error(`gguf: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
