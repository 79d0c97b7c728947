import { describe, expect, it } from 'vitest';
import { engineDefinition } from '../../../../src/core/engine/index.ts';

const sglang = engineDefinition('sglang');
const taken = (text: string) => {
  const made = sglang.asTaken?.(['sglang', 'serve', ...text.split(' ')]);
  if (made === undefined) throw new Error('nothing is known');
  return made;
};
const DFLASH = '--speculative-algorithm DFLASH --speculative-draft-model-path /d';
const EAGLE = '--speculative-algorithm EAGLE --speculative-num-steps 3';

describe('two commands of which the engine makes one', () => {
  it.each([
    [`${DFLASH} --speculative-num-draft-tokens 8`, `${DFLASH} --speculative-dflash-block-size 8`],
    [`${DFLASH} --speculative-eagle-topk 4`, DFLASH],
    [
      `${EAGLE} --speculative-eagle-topk 1`,
      `${EAGLE} --speculative-eagle-topk 1 --speculative-num-draft-tokens 9`,
    ],
    ['--speculative-draft-window-size 512 --tp 2', '--tp 2'],
    ['--tp 4 --dp 4 --enable-dp-attention', '--tp 4 --attn-dp-size 4'],
    ['--attention-backend flashmla', '--attention-backend flashmla --page-size 64'],
    ['--attention-backend trtllm_mla --page-size 16', '--attention-backend trtllm_mla --page-size 64'],
    ['--pp 2', '--pp 2 --disable-overlap-schedule'],
    ['--speculative-algorithm NGRAM --enable-mixed-chunk', '--speculative-algorithm ngram'],
    ['--mem-fraction-static 0.90 --tp 2', '--tensor-parallel-size 2 --mem-fraction-static=0.9'],
    ['--enable-tf32-matmul --no-enable-tf32-matmul', '--no-enable-tf32-matmul'],
  ])('%s = %s', (one, other) => {
    expect(taken(one).same).toBe(taken(other).same);
  });

  it.each([
    [`${DFLASH} --speculative-num-draft-tokens 8`, `${DFLASH} --speculative-num-draft-tokens 16`],
    [`${EAGLE} --speculative-eagle-topk 2`, `${EAGLE} --speculative-eagle-topk 4`],
    [`${DFLASH} --speculative-draft-window-size 512`, DFLASH],
    ['--attention-backend trtllm_mla --page-size 32', '--attention-backend trtllm_mla --page-size 64'],
    [`${DFLASH} --enable-mixed-chunk`, DFLASH],
    ['--schedule-policy fcfs', '--schedule-policy lpm'],
    // what a flag does that only a fork knows is not guessed
    ['--speculative-fork-flag 1', '--speculative-fork-flag 2'],
    ['--cuda-graph-bs 1 2 4', '--cuda-graph-bs 1 2 8'],
  ])('but not of %s and %s', (one, other) => {
    expect(taken(one).same).not.toBe(taken(other).same);
  });

  it('and a fork draws its tree under names of its own', () => {
    const tree = `${DFLASH} --speculative-dflash-block-size 4 --speculative-dflash-enable-ddtree`;
    const of = (budget: number, width: number) =>
      taken(`${tree} --speculative-dflash-verify-budget ${budget} --speculative-dflash-tree-width ${width}`);
    expect(of(8, 12).same).toBe(of(8, 8).same);
    // two candidates in three positions make 2 + 4 + 8 nodes
    expect(of(20, 2).same).toBe(of(14, 2).same);
    expect(of(14, 2).same).not.toBe(of(13, 2).same);
  });
});

describe('what starts but means something else', () => {
  it.each([
    [`--tp 8 --attn-dp-size 8 --chunked-prefill-size 8192`, /becomes 1024 for each of the 8 groups/],
    [`${DFLASH} --enable-mixed-chunk`, /before 0\.5\.23/],
  ])('%s', (command, text) => {
    expect(taken(command).warnings.join('\n')).toMatch(text);
  });
});
