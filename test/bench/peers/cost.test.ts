import { expect, it } from 'vitest';
import { caseTable, cheapestRatio, type PeerRun } from '../../../bench/peers/table.ts';
import { truthCase } from '../../../bench/truth/case.ts';
import type { Ran } from '../../../bench/truth/run-tool.ts';

const NOTHING = {
  ...{ ttft_p50_ms: null, ttft_p99_ms: null, gap_mean_ms: null, gap_p99_ms: null },
  ...{ tpot_mean_ms: null, tokens_per_s: null },
};

/** A tool by its name, and what an event took it; a text: it did not run. */
function run(name: string, cost: number | string): PeerRun {
  const tool = {
    name,
    version: '1',
    packages: 1,
    repeats: false,
    warmUps: () => 0,
  } as unknown as PeerRun['tool'];
  if (typeof cost === 'string') return { tool, ran: cost };
  const ran = {
    reported: { ...NOTHING, ok: 1 },
    truth: { ...NOTHING, whole: 1, events: 1, open_share: 1 },
    cost: { cpu_us_per_event: cost, core_share: 0.1, others_share: null, beyond_load_s: 0.5, peak_mb: 60 },
  } as unknown as Ran;
  return { tool, ran };
}

it('what an event costs is set beside the cheapest of the others', () => {
  const runs = [run('Holdpoint', 30), run('vLLM bench serve', 60), run('dear', 200), run('SGLang', 50)];
  expect(cheapestRatio(runs)).toEqual({ of: 'SGLang', ratio: 0.6 });
  expect(caseTable(truthCase({ name: 'x', requests: 1 }), runs)).toContain(
    'An event took 0.60 of the CPU of the cheapest other tool (SGLang), and 0.50 of that of vLLM bench serve.',
  );
});

it.each([
  ['without ours', [run('vLLM bench serve', 60)]],
  ['without any other', [run('Holdpoint', 30), run('SGLang', 'it did not start')]],
])('nothing is said %s', (_, runs) => {
  expect(cheapestRatio(runs)).toBeNull();
  expect(caseTable(truthCase({ name: 'x', requests: 1 }), runs)).not.toContain('An event took');
});
