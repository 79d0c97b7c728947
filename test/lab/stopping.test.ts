import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { describeReal } from '../helpers/real-things.ts';
import { test } from './lab.ts';
import { isAlive } from './support/processes.ts';
import type { Ran } from './support/ran.ts';
import { openStream } from './support/stream.ts';

/** What each stop of a living generation said, in order. */
function stops(ran: Ran): readonly string[] {
  return ran
    .points('stopped')
    .filter((p) => p.state !== 'skipped')
    .map((p) => `${p.state}: ${p.evidence[0]?.text}`);
}

function signals(ran: Ran): readonly string[] {
  return ran.deeds.filter((deed) => deed.startsWith('signal'));
}

describeReal(['llama-server'], 'a stop that is no single signal', () => {
  test.concurrent('TERM that waits for the stream of a client opened after observed', async ({ lab }) => {
    let opened = false;
    let closed: Promise<void> | null = null;
    const hook = await lab.call_backs.hook(async () => {
      if (opened) return;
      opened = true;
      ({ closed } = await openStream(lab.url));
    });
    const parameters = { slots: { flag: '-np', values: [1, 2] } };
    const hooks = { before_stop: [hook] };
    const ran = await lab.sweep(lab.configuration(await lab.server('-c', '131072'), { parameters, hooks }));
    expect(opened).toBe(true);
    await closed;
    expect(stops(ran)).toHaveLength(2);
    expect(stops(ran)[0]).toMatch(
      /^passed: every process of pid \d+, .* is gone after (1 TERM; exit code 0|2 TERMs; exit code 1), signal -$/,
    );
    expect(ran.start('slots=2').hold_points.map((p) => p.name)).toContain('stopped');
    expect(ran.trial('slots=2').status).toBe('measured');
    expect(ran.exit).toBe(0);
  });

  test.concurrent('a server that ends at the second TERM gets exactly two', async ({ lab }) => {
    const ran = await lab.sweep(
      lab.configuration([...lab.fixture('two-terms.mjs'), ...(await lab.server())]),
    );
    expect(stops(ran)).toEqual([
      expect.stringMatching(
        /^passed: every process of pid \d+, .* is gone after 2 TERMs; exit code 0, signal -$/,
      ),
    ]);
    expect(signals(ran)).toEqual(['signal TERM', 'signal TERM']);
    const log = readFileSync(join(ran.dir, 'trials/01-slots-1/start-1/server.log'), 'utf8');
    expect(log.match(/^TERM \d$/gm)).toEqual(['TERM 1', 'TERM 2']);
    expect(ran.exit).toBe(0);
  });

  test.concurrent('a wrapper that ignores TERM and leaves a survivor in another session: all are gone', async ({
    lab,
  }) => {
    const command = [...lab.fixture('wrapper-survivor.mjs'), ...(await lab.server())];
    const ran = await lab.sweep(lab.configuration(command, { limits: { stop: '2s' } }));
    expect(stops(ran)).toEqual([
      expect.stringMatching(/^passed: .* is gone after \d TERMs? and \d KILL; exit code -, signal SIGKILL$/),
    ]);
    expect(signals(ran).at(-1)).toBe('signal KILL');
    const log = readFileSync(join(ran.dir, 'trials/01-slots-1/start-1/server.log'), 'utf8');
    const survivor = Number(/survivor (\d+)/.exec(log)?.[1]);
    const killed = ran.records.flatMap((r) =>
      r.type === 'intent' && r.detail['signal'] === 'KILL' ? [r.detail['pids']] : [],
    );
    expect(killed.flat(), 'it was followed into its own session').toContain(survivor);
    expect(isAlive(survivor)).toBe(false);
    expect(ran.exit).toBe(0);
  });
});
