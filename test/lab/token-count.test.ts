import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { describeReal } from '../helpers/real-things.ts';
import { test } from './lab.ts';

const ASK = `
  const [url, max_tokens] = process.argv.slice(1);
  const body = JSON.stringify({ prompt: 'Count: 1', max_tokens: Number(max_tokens), ignore_eos: true });
  const answer = await fetch(url + '/v1/completions', { method: 'POST', body });
  console.log((await answer.json()).usage.completion_tokens);
`;

describeReal(['llama-server'], 'a second client that no look at the traffic sees', () => {
  test('is seen by the tokens that the server counts; without it, they are the ones that we were told', async ({
    lab,
  }) => {
    let theirs = 0;
    const ran = await lab.sweep(
      lab.configuration(await lab.server('--metrics'), {
        parameters: { slots: { flag: '-np', values: [2] } },
        workloads: [{ name: 'w', prompts: 'builtin:count', api: 'completions', requests: 12, max_tokens: 8 }],
      }),
      () => {},
      (progress) => {
        if (theirs > 0 || progress.done !== 3) return;
        // it comes and goes while this process stands still, and so between two looks
        const asked = spawnSync(process.execPath, ['--input-type=module', '-e', ASK, lab.url, '40'], {
          encoding: 'utf8',
        });
        theirs = Number(asked.stdout);
      },
    );
    const ends = ran.records.filter((record) => record.type === 'measurement.ended');
    const ours = 8 * (12 + 2);
    expect(theirs).toBe(40);
    expect(ends.map((end) => end.void?.name ?? null)).toEqual(['foreign-load', null]);
    expect(ends[0]?.void?.data).toEqual({ generated_tokens: ours + theirs, told_tokens: ours });
    expect(ran.start('slots=2').measurements).toMatchObject([
      { ok: 12, told_tokens: ours, server: { generated_tokens: ours, preemptions: null } },
    ]);
    expect(ran.trial('slots=2').status).toBe('measured');
  });
});
