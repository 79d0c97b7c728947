import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../src/core/config/configuration.ts';
import { parseConfiguration } from '../../src/core/config/parse.ts';
import type { ParameterValue } from '../../src/core/engine/definition.ts';
import { engineDefinition } from '../../src/core/engine/index.ts';
import { buildPlan } from '../../src/core/plan/build-plan.ts';
import { planDocument } from '../../src/core/plan/document.ts';
import { flag } from '../core/plan/samples.ts';

const FOLDER = new URL('../../examples/kimi-k2.6-ddtree/', import.meta.url);
const UNIT = readFileSync(new URL('sglang-k26.service', FOLDER), 'utf8');
const COMMAND = (/^ExecStart=(.*)$/m.exec(UNIT)?.[1] ?? '').split(' ');

function example(): Configuration {
  const options = { file: '/srv/holdpoint.yaml', environment: {}, engine: engineDefinition };
  const read = parseConfiguration(readFileSync(new URL('holdpoint.yaml', FOLDER)), options);
  if (!read.ok) throw new Error('the example cannot be read');
  return read.configuration;
}

/** The plan of the example with these values of one flag instead of its settings. */
function planned(word: string, values: readonly ParameterValue[], more: readonly string[] = []) {
  const configuration: Configuration = {
    ...example(),
    parameters: [flag('x', word, values)],
    settings: null,
    baseline: 'none',
  };
  const base = { argv: [...COMMAND, ...more], env: {}, cwd: '/opt/sglang', env_complete: false };
  const plan = buildPlan(configuration, base, engineDefinition('sglang'), { maxTrials: 50 });
  return planDocument(plan).trials;
}

const WINDOW = '--speculative-draft-window-size';
const HOOK = 'SGLang 0.5.23, arg_groups/speculative_hook.py: ';

describe('what SGLang refuses is rejected before anything is stopped', () => {
  it.each([
    [WINDOW, 4, [], /is smaller than a block of 8 draft tokens/, `${HOOK}"${WINDOW} must be >= `],
    [WINDOW, 0, [], /must be more than 0/, `${HOOK}"${WINDOW} must be positive`],
    ['--speculative-dflash-block-size', 0, [], /must be more than 0/, `${HOOK}"DFLASH requires`],
    ['--speculative-num-draft-tokens', 16, [], /must be the same/, `${HOOK}"Both --speculative-num-draft-`],
    ['--pp-size', 2, [], /only with --pp-size 1/, `${HOOK}"Currently DFLASH speculative decoding only`],
    ['--speculative-draft-model-path', null, [], /needs --speculative-draft-model-path/, `${HOOK}"DFLASH`],
    ['--speculative-draft-sink-size', 4, [], /needs --speculative-draft-window-size/, `${HOOK}"--spec`],
    ['--attn-dp-size', 8, [], /needs --enable-dp-lm-head/, `${HOOK}"DFLASH with dp attention requires`],
    ['--page-size', 16, [], /only with --page-size 1/, 'SGLang pull request 29907'],
    ['--speculative-use-rejection-sampling', true, [], /DDTREE knows no/, 'SGLang pull request 29907'],
    ['--attention-backend', 'flex_attention', [], /flex_attention/, 'arg_groups/attention_hook.py: "Specul'],
    ['--nnodes', 3, [], /8 ranks cannot be spread evenly over 3/, 'arg_groups/validation_hook.py: "tp_size'],
    [
      '--chunked-prefill-size',
      1000,
      ['--page-size', '64', '--speculative-algorithm', 'DFLASH'],
      /no multiple/,
      'must be divisible by page_size',
    ],
    [
      '--schedule-policy',
      'lpm',
      ['--enable-priority-scheduling'],
      /--schedule-policy lpm/,
      "must be 'fcfs' or 'lof'",
    ],
    [
      '--ep-size',
      4,
      ['--moe-runner-backend', 'flashinfer_cutlass'],
      /must be 1 or 8/,
      'The expert parallel size',
    ],
    ['--max-running-requests', 'many', [], /many is no number/, 'invalid int value'],
  ] as const)('%s %s', (word, value, more, reason, source) => {
    const rejected = planned(word, [value], more)[0]?.rejected;
    expect(rejected?.name).toBe('invalid-setting');
    expect(rejected?.message).toMatch(/^sglang refuses this command: /);
    expect(rejected?.message).toMatch(reason);
    expect(rejected?.message).toContain(source);
  });
});

describe('what SGLang silently makes the same is run once', () => {
  it.each([
    [
      '--speculative-eagle-topk',
      [1, 4],
      [],
      /--speculative-eagle-topk 4 becomes 1 .*overriding speculative_eagle_topk=N to 1/,
    ],
    ['--speculative-eagle-topk', [null, 1], [], /is 1 with DDTREE/],
    ['--speculative-num-steps', [1, 7], [], /--speculative-num-steps 7 becomes 1/],
    ['--speculative-num-draft-tokens', [null, 8], [], /are one: 8 .*Alias of --speculative-num-draft-tokens/],
    ['--enable-mixed-chunk', [null, true], [], /is switched off with DDTREE/],
    [
      '--max-running-requests',
      [null, 48],
      [],
      /becomes 48 with DDTREE .*reset to 48 for speculative decoding/,
    ],
    [
      '--speculative-draft-attention-backend',
      ['flashinfer', 'flashmla'],
      [],
      /becomes flashinfer .*Falling back/,
    ],
    ['--disable-overlap-schedule', [null, true], [], /given or not .*29907/],
    ['--speculative-ddtree-topk', [8, 12], [], /12 is no more than 8: a tree of 8 nodes .*2604\.12989/],
    [
      '--speculative-ddtree-budget',
      [7, 16],
      ['--speculative-ddtree-topk', '1'],
      /16 is no more than 7: .* depth of 7/,
    ],
    [WINDOW, [null, 8192], ['--context-length', '8192'], /hides nothing of a context of 8192/],
    ['--speculative-algorithm', ['EAGLE', 'NEXTN'], ['--speculative-num-steps', '3'], /NEXTN is EAGLE/],
    [
      '--speculative-draft-sink-size',
      [null, 4],
      [WINDOW, '2048'],
      /has no effect with DDTREE .*DFLASH windows ignore it/,
    ],
  ] as const)('%s %j', (word, values, more, reason) => {
    const [first, second] = planned(word, values, more);
    expect(first?.duplicate_of).toBeNull();
    expect(second?.duplicate_of).toBe(first?.name);
    expect(second?.duplicate_why.join('\n')).toMatch(reason);
  });

  it.each([
    ['--speculative-ddtree-budget', [4, 8, 16]],
    ['--speculative-ddtree-topk', [4, 6, 8]],
    [WINDOW, [null, 2048, 4096]],
    ['--mem-fraction-static', [0.85, 0.9]],
    ['--max-running-requests', [null, 32, 64]],
  ] as const)('but %s %j are settings of their own', (word, values) => {
    expect(planned(word, values).map(({ duplicate_of }) => duplicate_of)).toEqual(values.map(() => null));
  });
});

describe('what starts but means something else is said', () => {
  it.each([
    ['--max-running-requests', 2, [], /concurrency 4 is more than --max-running-requests 2: the rest waits/],
    ['--cuda-graph-max-bs', 2, [], /concurrency 4 is more than the 2 requests of 9 tokens each that graphs/],
    ['--cuda-graph-bs', '1 2', [], /without|go.* without them/],
    ['--mem-fraction-static', 0.95, [], /only the start tells .*--mem-fraction-static 0\.95/],
    ['--speculative-dflash-block-size', null, [], /comes from the draft model, or is 16: .*defaulting to 16/],
    ['--enable-mixed-chunk', true, ['--speculative-algorithm', 'DFLASH'], /versions before 0\.5\.23 switch/],
    ['--kv-cache-dtype', 'fp7', [], /does not offer --kv-cache-dtype fp7.*"invalid choice"/],
    ['--speculative-ddtree-topk', 12, [], /12 is no more than 8/],
    ['--skip-server-warmup', true, [], /first requests pay/],
  ] as const)('%s %s', (word, value, more, text) => {
    const [trial] = planned(word, [value], more);
    expect(trial?.rejected).toBeNull();
    expect(trial?.warnings.join('\n')).toMatch(text);
  });

  it('and nothing of the settings of the example, which are all run', () => {
    const configuration = example();
    const base = { argv: COMMAND, env: {}, cwd: '/opt/sglang', env_complete: false };
    const plan = buildPlan(configuration, base, engineDefinition('sglang'), { maxTrials: 50 });
    for (const { rejected, duplicate_of, warnings } of planDocument(plan).trials)
      expect({ rejected, duplicate_of, warnings }).toEqual({
        rejected: null,
        duplicate_of: null,
        warnings: [],
      });
  });
});
