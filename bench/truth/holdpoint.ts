import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Measurement } from '../../src/core/documents/measurement.ts';
import { recordedTraces } from '../../src/core/metrics/recorded.ts';
import { CLI } from '../support/command.ts';
import type { TruthCase } from './case.ts';
import type { Job, Tool } from './tool.ts';

const PACKAGE = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
};
/** Before an open loop; before a closed one, as many as there are streams. */
const OPEN_WARM_UPS = 16;
/** Is the server there, and does it take what it is asked? That is found out with a request before the warm-up. */
const PROBES = 1;

const warmUps = ({ streams }: TruthCase) => streams ?? OPEN_WARM_UPS;

/** `holdpoint bench` as its users start it. */
export const HOLDPOINT: Tool = {
  name: 'Holdpoint',
  version: PACKAGE.version,
  packages: 1 + Object.keys(PACKAGE.dependencies).length,
  repeats: true,
  warmUps: (one) => warmUps(one) + PROBES,
  command: ({ one, url, dir }) => ({
    argv: [
      ...[process.execPath, CLI, 'bench', '--json', '--dir', dir],
      ...['--url', url, '--model', 'mock', '--endpoint', '/v1/completions'],
      ...['--num-prompts', `${one.requests}`, '--max-tokens', `${one.tokens}`],
      ...['--num-warmups', `${warmUps(one)}`],
      ...load(one),
    ],
    env: process.env,
  }),
  parse(_, stdout) {
    const { ok, defined, output_tokens_per_s, client } = measurementIn(stdout);
    const sample = (id: string) => defined?.samples[id];
    const [ttft, gap] = [sample('ttft.first_token.v1'), sample('itl.event.v1')];
    return {
      ok,
      ttft_p50_ms: ttft?.p50 ?? null,
      ttft_p99_ms: ttft?.p99 ?? null,
      gap_mean_ms: gap?.mean ?? null,
      gap_p99_ms: gap?.p99 ?? null,
      tpot_mean_ms: sample('tpot.unbiased.v1')?.mean ?? null,
      tokens_per_s: output_tokens_per_s,
      calls_itself_void: client.verdict !== 'ok',
    };
  },
};

function load({ streams, rate_per_s, burst }: TruthCase): readonly string[] {
  if (streams === null) return ['--request-rate', `${rate_per_s}`];
  return ['--concurrency', `${streams}`, ...(burst ? ['--burst'] : [])];
}

/** The only one. A run that it calls void has one all the same, which is as true as any. */
function measurementIn(stdout: string): Measurement {
  const { data } = JSON.parse(stdout) as {
    readonly data?: { readonly measurements: readonly Measurement[] };
  };
  const [only, ...more] = data?.measurements ?? [];
  if (only === undefined || more.length > 0) throw new Error('not one measurement');
  return only;
}

/** How long after its time each request was sent, ms, in the order of the schedule. */
export function latenessIn({ dir }: Job): readonly number[] {
  const file = readdirSync(dir, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('1.jsonl'),
  );
  return [...recordedTraces(readFileSync(path.join(dir, file ?? ''), 'utf8'))]
    .sort((a, b) => a.index - b.index)
    .map(({ sent_ms, intended_ms }) => (sent_ms ?? Number.NaN) - intended_ms);
}
