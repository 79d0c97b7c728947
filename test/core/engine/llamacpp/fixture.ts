import { readFileSync } from 'node:fs';
import type { ReadBackSources } from '../../../../src/core/engine/definition.ts';
import type { LogLine } from '../../../../src/core/log-line.ts';

const FOLDER = new URL('../../../fixtures/llamacpp/', import.meta.url);

/** A log as text, as the lines that a supervisor would hand over. */
export function logLines(text: string): readonly LogLine[] {
  let offset = 0;
  return text.split('\n').map((line, at) => {
    const here = { text: line, line: at + 1, offset };
    offset += Buffer.byteLength(line) + 1;
    return here;
  });
}

/** What a real server (b10434) said after it was started with the flags in the fixture's argv, on two cores. */
export function fixture(name: string): ReadBackSources {
  const facts = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as Omit<
    ReadBackSources,
    'log' | 'cores'
  >;
  return { ...facts, log: logLines(readFileSync(new URL(`${name}.log`, FOLDER), 'utf8')), cores: 2 };
}
