import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentSchemas } from '../../../src/core/documents/index.ts';
import { capturedLog, judged, told } from './judged.ts';

/** fixture, what happened there by the account of who captured it, the phase in which it was */
const LOGS: readonly (readonly [log: string, told: string, engine: string, phase: string | null])[] = [
  ['vllm/bad-flag', 'failed bad-flag', 'vllm', null],
  ['vllm/no-device', 'failed driver', 'vllm', null],
  ['vllm/no-metadata', 'failed executable-missing', 'vllm', null],
  ['vllm/kv-too-small', 'failed out-of-memory', 'vllm', 'weights'],
  ['vllm/spec-enginecore-killed', 'failed unknown', 'vllm', 'ready'],
  ['vllm/good-start-compile', 'ready', 'vllm', 'ready'],
  ['vllm/sigint-during-load', 'unknown', 'vllm', 'kv-cache'],
  ['vllm/sigterm-thrice-during-load', 'unknown', 'vllm', 'kv-cache'],
  ['vllm/sigterm-during-import', 'loading', 'vllm', 'model'],
  ['vllm/sweep-stale-server', 'failed port-held', 'vllm', null],
  ['vllm/sweep-failing-setting', 'failed context-too-long', 'vllm', null],
  ['vllm/sweep-resume-continue-on-error', 'ready', 'vllm', 'ready'],
  ['sglang/bad-flag', 'failed bad-flag', 'sglang', null],
  ['sglang/context-too-long', 'failed context-too-long', 'sglang', null],
  ['sglang/no-kernel-package', 'failed executable-missing', 'sglang', null],
  ['sglang/memory-race', 'failed out-of-memory', 'sglang', 'weights'],
  ['sglang/port-held', 'failed port-held', 'sglang', 'http'],
  ['sglang/scheduler-killed', 'failed unknown', 'sglang', 'ready'],
  ['sglang/stub', 'failed unknown', 'sglang', 'weights'],
  ['sglang/cpu', 'ready', 'sglang', 'ready'],
  ['sglang/sigterm-during-load', 'loading', 'sglang', 'distributed'],
  ['llamacpp/abort', 'failed bad-value', 'llamacpp', 'slots'],
  ['llamacpp/requests', 'ready', 'llamacpp', 'ready'],
  ['llamacpp/draft', 'ready', 'llamacpp', 'ready'],
  ['llamacpp/debug', 'ready', 'llamacpp', 'ready'],
];

describe('logs of real engines', () => {
  it.each(LOGS)('%s: %s', (name, expected, engine, phase) => {
    const document = judged(capturedLog(name));
    expect([told(document), document.engine, document.phase]).toEqual([expected, engine, phase]);
    expect(documentSchemas.diagnose.safeParse(document).error).toBeUndefined();
  });

  it('one that was killed from outside has consequences and no root', () => {
    const document = judged(capturedLog('vllm/spec-enginecore-killed'));
    expect(document).toMatchObject({ root: null, fault: { class: 'crashed' } });
    expect(document.consequences.map(({ signature }) => signature)).toEqual([
      'core-exited',
      'output-failed',
      'engine-dead',
    ]);
  });

  it('the line that says ready after the port was lost is a claim', () => {
    const document = judged(capturedLog('sglang/port-held'));
    expect(document.root?.signature).toBe('port-held');
  });

  it('the servers of a sweep in one log: the last is judged, the others are named', () => {
    const { notes } = judged(capturedLog('vllm/sweep-failing-setting'));
    expect(notes.join('\n')).toMatch(/1 earlier start stands in this log; .*was ready/);
  });
});

/** llama-server, each started to fail (or not) in one way, with the end of its log. */
const SECTIONS = readFileSync(new URL('../../fixtures/llamacpp/failures.txt', import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.split('\n')[0] ?? '',
    log: text.split(/^--- log tail$/m)[1]?.trimStart() ?? '',
  }))
  .filter(({ log }) => log !== '');

const OF_LLAMA: Readonly<Record<string, string>> = {
  'port in use (same host 127.0.0.1)': 'failed port-held',
  'port in use, other binds 0.0.0.0 while first has 127.0.0.1': 'failed port-held',
  'invalid flag': 'failed bad-flag',
  'invalid value for int': 'failed bad-value',
  'missing value': 'failed bad-value',
  'invalid enum -fa': 'failed bad-value',
  'invalid cache type': 'failed bad-value',
  'removed flag --draft-max': 'failed bad-flag',
  'missing model file': 'failed weights-missing',
  'truncated model': 'failed weights-missing',
  'corrupt model': 'failed weights-missing',
  'missing draft model': 'failed weights-missing',
  'out of memory by prlimit 600MB address space': 'failed out-of-memory',
  'out of memory by prlimit: KV too big': 'failed out-of-memory',
  'ctv quantised with fa off': 'failed bad-value',
  '--parallel 0': 'failed bad-value',
  'port 1 privileged / bad host': 'failed port-held',
  '-ngl 99 --device Vulkan0': 'failed bad-value',
};

describe('failures of the real llama-server', () => {
  it.each(Object.entries(OF_LLAMA))('%s: %s', (title, expected) => {
    const section = SECTIONS.find((each) => each.title === title);
    expect(section).toBeDefined();
    expect(told(judged(section?.log ?? ''))).toBe(expected);
  });

  it.each(SECTIONS.filter(({ title }) => OF_LLAMA[title] === undefined))(
    '$title is no failure by its text',
    ({ log }) => {
      expect(judged(log).verdict).not.toBe('failed');
    },
  );
});
