import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { llamacpp } from '../../src/core/engine/llamacpp/index.ts';
import type { Definition } from '../../src/core/generation.ts';
import type { Host } from '../../src/ports/host.ts';
import { keyOf } from '../../src/run/keys.ts';
import { reusable } from '../../src/run/reuse.ts';
import type { Session } from '../../src/run/session.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const VISIT = { trial: 'a', replicate: 1 } as unknown as Parameters<typeof reusable>[1];
const POINT = { workload: { name: 'short', concurrency: [1], prompts: 'builtin:code' }, concurrency: 1 };

function session(argv: readonly string[]) {
  const runs_dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-reuse-'));
  folders.push(runs_dir);
  const file = async (name: string) => ({ path: name, real_path: name, kind: 'file', size_bytes: 1 });
  const host = {
    identity: async () => ({ hostname: 'h' }),
    file,
    readText: async () => '\u007fELF',
    list: async () => [],
  } as unknown as Host;
  const accelerator = { identity: async () => ({ driver: null, devices: [] }) };
  const definition = { argv, env: {}, cwd: '/' } as unknown as Definition;
  const planned = { name: 'a', setting_id: 's1', definition };
  const notes: string[] = [];
  const parts = {
    request: {
      runs_dir,
      ports: { host, accelerator, engine_definition: llamacpp },
      stored: { id: 'now', options: { seed: 1 }, configuration: { folder: '/' } },
    },
    state: { command: 'sweep', plan: { points: [POINT] }, trials: [{ planned }] },
    noteOnce: async (text: string) => void notes.push(text),
  };
  return { session: parts as unknown as Session, runs_dir, notes, planned };
}

/** What is taken over from an earlier run with one start of the same setting. */
async function after(argv: readonly string[], start: object) {
  const made = session(argv);
  const point = POINT as unknown as Parameters<typeof keyOf>[2];
  const planned = made.planned as unknown as Parameters<typeof keyOf>[1];
  const measurement_key = await keyOf(made.session, planned, point, 1, null);
  const good = { fault: null, suspect: [], adopted: false, reused_from: null };
  const starts = [{ ...good, measurements: [{ measurement_key }], ...start }];
  const dir = path.join(made.runs_dir, '20260101-000000-aaaa');
  mkdirSync(dir);
  writeFileSync(path.join(dir, 'run.json'), '{}');
  writeFileSync(path.join(dir, 'summary.json'), JSON.stringify({ trials: [{ setting_id: 's1', starts }] }));
  return { known: await reusable(made.session, VISIT), notes: made.notes };
}

const WHOLE = ['/opt/llama-server', '-m', '/models/a.gguf'];

test('what is known is taken over', async () => {
  const { known, notes } = await after(WHOLE, {});
  expect(known?.run_id).toBe('20260101-000000-aaaa');
  expect(notes).toEqual([]);
});

test.each([
  ['suspect', { suspect: ['the floor was dirty'] }],
  ['adopted', { adopted: true }],
])('a start that is %s is not', async (_what, start) => {
  expect(await after(WHOLE, start)).toEqual({ known: null, notes: [] });
});

test('equal keys prove nothing where a part could not be told, which is said', async () => {
  const { known, notes } = await after(['/usr/bin/python3', ...WHOLE], {});
  expect(known).toBeNull();
  expect(notes).toEqual([expect.stringMatching(/run 20260101-000000-aaaa are not taken over: .*python3/)]);
});
