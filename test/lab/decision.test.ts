import { expect } from 'vitest';
import type { StartDocument } from '../../src/core/documents/sweep.ts';
import { describeReal } from '../helpers/real-things.ts';
import { recordDecision } from './decision-evidence.ts';
import { type Lab, test } from './lab.ts';
import type { Ran } from './support/ran.ts';

/**
 * Real servers on a real machine with whatever else runs there: what the decision must not be fooled by. `effort: default`,
 * as an operator gets it.
 */
function workload(concurrency: number, requests: number): object {
  return {
    ...{ name: 'count', prompts: 'builtin:count', api: 'completions', concurrency: [concurrency], requests },
    ...{ max_tokens: 64, body: { cache_prompt: false } },
  };
}

/** Values of one parameter by the names of their settings, the baseline first. */
interface Settings {
  readonly parameter: object;
  readonly settings: Readonly<Record<string, number | string>>;
}

async function decided(
  lab: Lab,
  argv: readonly string[],
  at: { readonly concurrency: number; readonly requests: number },
  { parameter, settings }: Settings,
): Promise<Ran> {
  const ran = await lab.sweep(
    lab.configuration(await lab.server(...argv), {
      parameters: { what: parameter },
      settings: Object.entries(settings).map(([name, what]) => ({ name, what })),
      baseline: Object.keys(settings)[0],
      workloads: [workload(at.concurrency, at.requests)],
      objective: { maximize: 'output_tokens_per_s', workload: 'count', concurrency: at.concurrency },
      effort: 'default',
      // a request may take that long on a machine that others use
      limits: { quiet: '120s' },
    }),
  );
  expect(ran.result.document.state).toBe('done');
  expect(ran.result.fault).toBeNull();
  const measured = ran.result.document.trials.flatMap(({ starts }) => starts.flatMap((s) => s.measurements));
  expect(measured.flatMap(({ failed, outcomes }) => (failed === 0 ? [] : [outcomes]))).toEqual([]);
  return ran;
}

const VALUES = [1, 2, 3, 4, 5, 6];
/** No server knows this variable, so these are the same setting six times. */
const PLACEBO: Settings = {
  parameter: { env: 'HOLDPOINT_PLACEBO', values: VALUES },
  settings: Object.fromEntries(VALUES.map((value) => [`p${value}`, value])),
};

describeReal(['llama-server', 'linux-proc', 'an-hour'], 'the decision over a real llama-server', () => {
  test('six settings that do the same: of three sweeps at most one names a winner', async ({ lab }) => {
    const kinds: string[] = [];
    for (const seed of [1, 2, 3]) {
      lab.seed = seed;
      const ran = await decided(lab, ['-np', '1'], { concurrency: 1, requests: 48 }, PLACEBO);
      recordDecision(`six identical settings, seed ${seed}`, ran);
      kinds.push(ran.result.document.decision.kind);
      // nothing would be shown by settings that were never started
      const starts = ran.result.document.trials.flatMap((trial) => trial.starts.filter(hasNumber));
      expect(starts.length).toBeGreaterThanOrEqual(12);
    }
    expect(kinds.filter((kind) => kind === 'winner').length, kinds.join()).toBeLessThanOrEqual(1);
  }, 3_600_000);

  test('four slots against one, with four requests at once', async ({ lab }) => {
    const model = await lab.model('wide');
    const slots = { parameter: { flag: '-np', values: [1, 4] }, settings: { s1: 1, s4: 4 } };
    const ran = await decided(lab, ['-m', model], { concurrency: 4, requests: 12 }, slots);
    recordDecision('4 slots against 1, 4 requests at once', ran);
    expect(ran.result.document.decision).toMatchObject({ kind: 'winner', best: 's4' });
  }, 3_600_000);

  test('a draft of four tokens against none', async ({ lab }) => {
    const [model, draft] = [await lab.model('wide'), await lab.model('wide-draft')];
    const n4 = { '--spec-type': 'draft-simple', '-md': draft, '--spec-draft-n-max': 4 };
    const drafts = { parameter: { values: { none: {}, n4 } }, settings: { plain: 'none', n4: 'n4' } };
    const argv = ['-m', model, '-np', '1', '-td', '1'];
    const ran = await decided(lab, argv, { concurrency: 1, requests: 8 }, drafts);
    recordDecision('drafts of 4 tokens against none', ran);
    expect(ran.result.document.decision).toMatchObject({ kind: 'winner', best: 'n4' });
    const accepted = ran.start('n4').measurements[0]?.acceptance_length;
    expect(accepted).toBeGreaterThan(2);
  }, 3_600_000);
});

const hasNumber = ({ fault, measurements }: StartDocument) => fault === null && measurements.length > 0;
