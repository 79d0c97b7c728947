import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EngineName } from '../../../src/core/engine/definition.ts';
import { flagsInHelp, helpCommand, unknownFlags } from '../../../src/core/engine/help.ts';

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

describe('the command that prints the help', () => {
  it.each<[EngineName, string, string | null]>([
    ['llamacpp', '/opt/llama/llama-server -m /m.gguf -c 4096', '/opt/llama/llama-server --help'],
    ['sglang', 'sglang serve --model-path /m', 'sglang serve --help'],
    [
      'sglang',
      '/opt/sglang/bin/python3 -m sglang.launch_server --model-path /m',
      '/opt/sglang/bin/python3 -m sglang.launch_server --help',
    ],
    [
      'sglang',
      'python3.11 -u -m sglang.launch_server --tp 8',
      'python3.11 -u -m sglang.launch_server --help',
    ],
    ['vllm', '/usr/bin/vllm serve /models/m --port 8000', '/usr/bin/vllm serve --help=all'],
    [
      'vllm',
      'python -m vllm.entrypoints.openai.api_server --model m',
      'python -m vllm.entrypoints.openai.api_server --help',
    ],
    // what could start a server instead
    ['llamacpp', '/srv/run-llama.sh -m /m.gguf', null],
    ['sglang', 'python3 /srv/start.py --tp 8', null],
    ['sglang', 'python3 -m mycompany.serve', null],
    ['vllm', 'docker run vllm/vllm-openai --model m', null],
    ['openai', 'my-server --port 1', null],
  ])('%s: %s', (engine, command, help) => {
    expect(helpCommand(engine, command.split(' '))?.join(' ') ?? null).toBe(help);
  });
});

describe('what the help names', () => {
  it('llama-server: long and short names and opposites, and no values', () => {
    const help = flagsInHelp(fixture('llamacpp/help.txt'));
    expect([...help]).toEqual(
      expect.arrayContaining(['-c', '--ctx-size', '--no-perf', '-ngl', '--n-gpu-layers']),
    );
    expect([...help].filter((word) => /model$|simple|memory|maximum/.test(word))).toEqual([
      '--spec-draft-model',
    ]);
    expect(unknownFlags(['-np', '--parallel', '--ctx_size', '-ctk'], help)).toEqual([]);
    expect(unknownFlags(['--draft-max', '--speculative-ddtree-budget', '--spec-draft-nmax'], help)).toEqual([
      { flag: '--draft-max', near: null },
      { flag: '--speculative-ddtree-budget', near: null },
      { flag: '--spec-draft-nmax', near: '--spec-draft-n-max' },
    ]);
  });

  it('SGLang: the usage text of argparse', () => {
    const help = flagsInHelp(fixture('sglang/bad-flag.log'));
    expect(unknownFlags(['--model-path', '--tokenizer_path'], help)).toEqual([]);
    expect(unknownFlags(['--tokenizer-pathh'], help)).toEqual([
      { flag: '--tokenizer-pathh', near: '--tokenizer-path' },
    ]);
  });
});
