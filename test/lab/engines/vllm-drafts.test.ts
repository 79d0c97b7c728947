import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { countingText } from '../../../scripts/gguf/predict.mjs';
import { describeReal } from '../../helpers/real-things.ts';
import { test } from '../lab.ts';
import { PATIENCE, PythonEngine } from '../support/python-engine.ts';
import { record } from './evidence.ts';

/** The numbers begin again, so that drafts from the text are right. */
const CYCLE = 16;
/** As many as whole steps give: 19 of one token until the text repeats, then 20 of five. */
const TOKENS = 119;
const DRAFTS = 4;
const NGRAM = JSON.stringify({
  method: 'ngram',
  num_speculative_tokens: DRAFTS,
  prompt_lookup_max: 3,
});

/** Adds up what a counter of vLLM has over all its labels. Read apart from Holdpoint, while it stands still. */
function counters(url: string): Readonly<Record<'tokens' | 'drafts' | 'drafted' | 'accepted', number>> {
  const { stdout } = spawnSync('curl', ['-sf', `${url}/metrics`], { encoding: 'utf8' });
  const total = (name: string) => {
    const found = [...stdout.matchAll(new RegExp(`^vllm:${name}_total\\{[^}]*\\} (\\S+)$`, 'gm'))];
    if (found.length === 0) throw new Error(`/metrics has no vllm:${name}_total`);
    return found.reduce((sum, [, value]) => sum + Number(value), 0);
  };
  return {
    tokens: total('generation_tokens'),
    drafts: total('spec_decode_num_drafts'),
    drafted: total('spec_decode_num_draft_tokens'),
    accepted: total('spec_decode_num_accepted_tokens'),
  };
}

describeReal(['vllm', 'linux-proc', 'an-hour'], 'a real vLLM that drafts from the text', () => {
  test(
    'several tokens in one event: tokens, acceptance and events are those of its own counters',
    PATIENCE,
    async ({ lab }) => {
      const engine = await PythonEngine.of('vllm', lab, { cycle: CYCLE });
      const read: ReturnType<typeof counters>[] = [];
      const workload = {
        name: 'w',
        prompts: 'builtin:count',
        api: 'completions',
        requests: 8,
        max_tokens: TOKENS,
        expect: countingText(TOKENS, CYCLE),
      };
      const ran = await lab.sweep(
        engine.configuration({
          parameters: { spec: { flag: '--speculative-config', values: [NGRAM] } },
          settings: [{ name: 'drafting', spec: NGRAM }],
          workloads: [workload],
        }),
        ({ type }) => {
          if (type === 'measurement.begun' || type === 'measurement.ended') read.push(counters(lab.url));
        },
      );
      const [before, after] = read;
      if (before === undefined || after === undefined) throw new Error('nothing was measured');
      const by = (name: keyof typeof before) => after[name] - before[name];
      const [measured] = ran.start('drafting').measurements;
      expect(measured, 'every answer is the exact text').toMatchObject({ ok: 8, told_tokens: by('tokens') });
      expect(by('accepted'), 'the engine drafted, and was right').toBeGreaterThan(0);
      expect(measured?.server).toMatchObject({
        generated_tokens: by('tokens'),
        verify_steps: by('drafts'),
        drafted_tokens: by('drafted'),
        accepted_tokens: by('accepted'),
        acceptance_length: 1 + by('accepted') / by('drafts'),
        acceptance_rate: by('accepted') / by('drafted'),
      });
      // each step gives one token and those that were accepted; the requests of the warm-up are as the others
      const tokens = 8 * TOKENS;
      const steps = (tokens * (by('tokens') - by('accepted'))) / by('tokens');
      const events = measured?.defined?.tokens.events ?? 0;
      expect(measured?.defined?.tokens).toMatchObject({ usage: tokens, token_source: 'usage' });
      expect(measured?.defined?.values['tokens_per_event.v1']).toBe(tokens / events);
      // where its front is slower than its core, vLLM puts two steps into one event
      expect(events).toBeLessThanOrEqual(steps);
      expect(events).toBeGreaterThan(0.8 * steps);
      record('several tokens in one event: n-gram drafts (vLLM)', {
        seen: `${by('tokens')} tokens, ${by('accepted')} accepted of ${by('drafted')} drafted in ${by('drafts')} steps, by its \`/metrics\` read apart; of these ${tokens} tokens in ${steps} steps in the measured requests`,
        named: '-',
        did: `the same numbers; ${events} events with ${tokens} tokens, ${(tokens / events).toFixed(2)} in each`,
      });
    },
  );
});
