import { afterEach, describe, expect, it } from 'vitest';
import type { WorkloadConfiguration } from '../../src/core/config/configuration.ts';
import { CODE_TASKS } from '../../src/load/builtin-prompts.ts';
import { REAL_MEANS } from '../../src/load/means.ts';
import { salt } from '../../src/load/prompts.ts';
import { workloadSource } from '../../src/load/workload-source.ts';
import { startMock } from '../../src/mock/server.ts';
import type { LoadRequest } from '../../src/ports/load.ts';

const WORKLOAD: WorkloadConfiguration = {
  name: 'w',
  prompts: 'builtin:code',
  api: 'completions',
  concurrency: [2],
  requests: 6,
  max_tokens: 8,
  temperature: 0.5,
  body: { top_p: 0.9 },
  expect: null,
};

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function made(workload: Partial<WorkloadConfiguration>, url = 'http://127.0.0.1:1') {
  const request = {
    target: { url, headers: {}, model: 'm' },
    point: { workload: { ...WORKLOAD, ...workload }, concurrency: 2 },
    seed: 7,
    replicate: 3,
    warmup_requests: 1,
  } as unknown as LoadRequest;
  const { source, notes } = await workloadSource(request, REAL_MEANS);
  const bodies = Array.from({ length: 6 }, (_, i) => JSON.parse(source('measure', i).body) as Body);
  return { bodies, notes, warm: JSON.parse(source('warm-up', 0).body) as Body };
}

interface Body {
  readonly prompt: string;
  readonly ignore_eos?: boolean;
}

const tasks = CODE_TASKS.slice(0, 6);

it('a workload that says nothing of its prompts has those that it always had', async () => {
  const { bodies } = await made({});
  const key = { seed: 7, replicate: 3, workload: 'w', concurrency: 2, phase: 'measure' as const };
  expect(bodies).toEqual(
    tasks.map((task, index) => ({
      model: 'm',
      prompt: `${salt({ ...key, index })} ${task}`,
      max_tokens: 8,
      temperature: 0.5,
      top_p: 0.9,
      stream: true,
      stream_options: { include_usage: true },
    })),
  );
});

describe('a workload says of its prompts', () => {
  it('that they have no salt', async () => {
    const { bodies } = await made({ salt: false });
    expect(bodies.map(({ prompt }) => prompt)).toEqual(tasks);
  });

  it('how much of each is shared: the asked part, at the head, and no more of it', async () => {
    const { bodies } = await made({ prefix_hits: 0.5 });
    const prompts = bodies.map(({ prompt }) => prompt);
    const [first = '', ...others] = prompts;
    let shared = 0;
    while (others.every((other) => other[shared] === first[shared])) shared++;
    const shortest = Math.min(...prompts.map((prompt) => prompt.length));
    expect(shared / shortest).toBeGreaterThan(0.4);
    expect(shared / shortest).toBeLessThan(0.6);
  });

  it('that answers go on past their end', async () => {
    expect((await made({ ignore_eos: true })).bodies[0]?.ignore_eos).toBe(true);
  });
});

describe('random prompts', () => {
  const RANDOM = { prompts: 'builtin:random', input_tokens: 40 } as const;

  it('are as long as the server counts them, and said where they cannot be', async () => {
    // a server for which every text has 40 tokens, and one for which none has
    const counting = async (count: number) => {
      const reply = { status: 200, body: JSON.stringify({ count }) };
      const mock = await startMock({ scenarios: ['whole'], control: { '/tokenize': [reply] } });
      closers.push(() => mock.close());
      return mock.url;
    };
    expect((await made(RANDOM, await counting(40))).notes).toEqual([]);
    expect((await made(RANDOM, await counting(41))).notes).toEqual([
      '6 of 6 random prompts miss their length, by 1 tokens at most',
    ]);
  });

  it('are told where the server does not tokenise; none is a warm-up prompt', async () => {
    const mock = await startMock({ scenarios: ['whole'] });
    closers.push(() => mock.close());
    const { notes, bodies, warm } = await made(RANDOM, mock.url);
    expect(notes).toEqual([expect.stringMatching(/does not tokenise/)]);
    expect(new Set([warm, ...bodies].map(({ prompt }) => prompt)).size).toBe(7);
  });
});
