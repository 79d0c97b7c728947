import { expect, it } from 'vitest';
import { exercised, readSample, SAMPLE_TOKENS } from '../../src/load/exercise.ts';
import type { LoadDialect } from '../../src/ports/load.ts';

it.each<LoadDialect>(['completions', 'chat', 'sglang-generate', 'llama-completion'])(
  'the sample answer is a whole one, of as many tokens as it says: %s',
  async (dialect) => {
    const trace = await readSample(dialect);
    expect(trace).toMatchObject({
      outcome: 'ok',
      status: 200,
      usage_tokens: SAMPLE_TOKENS,
      finish_reason: 'length',
    });
    expect(trace.text_events).toBe(SAMPLE_TOKENS);
  },
);

it('the code is exercised once in a thread, whoever asks for it meanwhile', () => {
  expect(exercised('chat')).toBe(exercised('chat'));
});
