import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Scene } from './scene.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
export const SERVER = path.join(ROOT, 'bench/fixtures/server.mjs');

/** null: it is not installed here (`npm run engine`, `npm run models`). */
export const REAL_SERVER = there('.engine/llama/llama-server');
export const REAL_MODEL = there('.engine/models/tiny.gguf');

/** Where the fixture server and the holder of its port write their own times. */
export const OWN_TIMES = 'times.log';
export const HOLDER_SOCKET = 'holder.sock';

function there(file: string): string | null {
  const full = path.join(ROOT, file);
  return existsSync(full) ? full : null;
}

const LIMITS = { load: '60s', quiet: '30s', stop: '20s', release: '20s' };

/** The fixture server over `steps` settings; each step has delays of its own. */
export function fixtureService(scene: Scene, port: number, steps: number): object {
  const [log, holder] = [OWN_TIMES, HOLDER_SOCKET].map((name) => path.join(scene.dir, name));
  const command = [
    process.execPath,
    SERVER,
    '--port',
    String(port),
    '--log',
    log,
    '--holder',
    holder,
    '--step',
    '0',
  ];
  return {
    version: 1,
    name: 'bench',
    service: { kind: 'process', command, cwd: scene.dir },
    engine: 'openai',
    endpoint: `http://127.0.0.1:${port}`,
    parameters: { step: { flag: '--step', values: Array.from({ length: steps }, (_, i) => i + 1) } },
    baseline: 'none',
    limits: LIMITS,
  };
}

/** The real engine over `steps` batch sizes. */
export function realService(scene: Scene, port: number, steps: number): object {
  const command = [
    REAL_SERVER,
    '-m',
    REAL_MODEL,
    '-c',
    '1024',
    '-np',
    '4',
    '-t',
    '1',
    '--port',
    String(port),
  ];
  return {
    version: 1,
    name: 'bench',
    service: { kind: 'process', command, cwd: scene.dir },
    engine: 'llamacpp',
    endpoint: `http://127.0.0.1:${port}`,
    parameters: { batch: { flag: '-b', values: Array.from({ length: steps }, (_, i) => 32 * (i + 1)) } },
    baseline: 'none',
    limits: LIMITS,
  };
}
