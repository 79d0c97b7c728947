import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { describeReal, requireReal } from '../helpers/real-things.ts';
import { Models } from './support/models.ts';

const CANARY = 'canary-5f1e9c7a-do-not-write';
const CLI = path.resolve('dist/cli.mjs');
const PORT = 18_990;

describeReal(['llama-server'], 'a secret stays where it belongs', () => {
  const models = new Models();
  let dir = '';

  beforeEach(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-canary-'));
    const command = [
      '/bin/sh',
      '-c',
      'echo "started with $*, token $HF_TOKEN"; exec "$@"',
      'sh',
      requireReal('llama-server'),
      '-m',
      await models.file('count'),
      '-c',
      '1024',
      '-t',
      '1',
      '--port',
      String(PORT),
      '--api-key',
      CANARY,
    ];
    const file = {
      version: 1,
      name: 'canary',
      service: { kind: 'process', command, env: { HF_TOKEN: `${CANARY}-token` } },
      engine: 'llamacpp',
      endpoint: `http://127.0.0.1:${PORT}`,
      auth: { env: 'CANARY_KEY' },
      parameters: { slots: { flag: '-np', values: [1] } },
      workloads: [
        {
          name: 'w',
          prompts: 'builtin:chat',
          api: 'completions',
          concurrency: [1],
          requests: 2,
          max_tokens: 4,
          body: { cache_prompt: false },
        },
      ],
      limits: { stop: '12s' },
    };
    mkdirSync(path.join(dir, 'data'));
    writeFileSync(path.join(dir, 'holdpoint.yaml'), JSON.stringify(file));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  afterAll(() => models.remove());

  function holdpoint(args: readonly string[], env: Record<string, string> = {}) {
    return spawnSync(process.execPath, [CLI, ...args], {
      cwd: dir,
      encoding: 'utf8',
      timeout: 120_000,
      env: { ...process.env, HOME: dir, CANARY_KEY: CANARY, ...env },
    });
  }

  /** Files below the run folder that hold the value. */
  function leaks(): readonly string[] {
    const runs = path.join(dir, 'data', 'runs');
    return readdirSync(runs, { recursive: true, encoding: 'utf8' }).filter((name) => {
      const file = path.join(runs, name);
      return statSync(file).isFile() && readFileSync(file).includes(CANARY);
    });
  }

  it('a finished run has it nowhere: not in plan, journal, reports, raw records or server logs, nor on the screen', () => {
    const run = holdpoint(['sweep', '--yes', '--json', '--dir', path.join(dir, 'data')]);
    expect(run.stderr).not.toContain(CANARY);
    expect(run.stdout).not.toContain(CANARY);
    expect(JSON.parse(run.stdout).data.trials.map((t: { status: string }) => t.status)).toEqual([
      'measured',
      'measured',
    ]);
    expect(leaks()).toEqual([]);
  }, 120_000);

  it('a run that was killed keeps it once, readable by its owner alone, and resume ends that', () => {
    const preload = path.resolve('test/lab/crash/crash-at.mjs');
    const data = path.join(dir, 'data');
    const killed = holdpoint(['sweep', '--yes', '--json', '--dir', data], {
      HOLDPOINT_TEST_CRASH_AT: '30',
      NODE_OPTIONS: `--import ${preload}`,
    });
    expect(killed.signal).toBe('SIGKILL');
    const kept = leaks().filter((name) => !name.endsWith('.log'));
    expect(kept.map((name) => path.basename(name))).toEqual(['secrets.json']);
    expect(statSync(path.join(data, 'runs', kept[0] ?? '')).mode & 0o777).toBe(0o600);
    const resumed = holdpoint(['resume', '--json', '--dir', data]);
    expect([resumed.status, leaks()]).toEqual([0, []]);
  }, 120_000);
});
