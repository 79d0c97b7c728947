import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../../src/core/diagnose/classify.ts';
import { sglang } from '../../../../src/core/engine/sglang/index.ts';
import { FaultBook, type FaultName } from '../../../../src/sim/faults/book.ts';
import { Bench, COMMAND } from '../../../sim/server/served.ts';
import { logLines } from '../llamacpp/fixture.ts';
import { sources } from './fixture.ts';

const GiB = 2 ** 30;
const WINDOW = '--speculative-draft-window-size';

function info(bench: Bench): Promise<unknown> {
  return bench.json('/server_info');
}

describe('the simulated server, read as if it were real', () => {
  it('has every phase, its parameters, its capacity and what was free', async () => {
    const bench = new Bench();
    const argv = [...COMMAND, WINDOW, '2048'];
    await bench.up(argv);
    const log = logLines(bench.log);
    expect([...new Set(log.flatMap((line) => sglang.phase(line) ?? []))].sort()).toEqual(
      [
        'arguments',
        'distributed',
        'weights',
        'kv-cache',
        'graphs',
        'draft',
        'http',
        'warm-up',
        'ready',
      ].sort(),
    );
    const server = sources({ info: await info(bench), log, argv });
    const claim = (parameter: string, flag: string, wanted: number | null, report: string | null = null) => ({
      parameter,
      flag,
      env: null,
      wanted,
      report,
    });
    const rows = sglang.effective(
      [
        claim('budget', '--speculative-ddtree-budget', 8),
        claim('topk', '--speculative-ddtree-topk', 4),
        claim('window', WINDOW, 2048, 'draft_window_size'),
        claim('plain', WINDOW, 2048),
        claim('absent', WINDOW, null),
      ],
      server,
    );
    expect(Object.fromEntries(Object.entries(rows).map(([name, { agrees }]) => [name, agrees]))).toEqual({
      budget: true,
      topk: true,
      window: true,
      plain: true,
      absent: false,
    });
    expect(sglang.capacity(server).map(({ name }) => name)).toEqual([
      'kv_tokens',
      'max_running_requests',
      'context_tokens',
    ]);
    expect(sglang.drafting(server).on).toBe(true);
    expect(sglang.freeAtLoad(log)).toBeGreaterThan(92 * GiB);
    expect(sglang.version(server.documents, log)).toBe('0.5.23');
  });

  // what breaks there by a script is no failure that anybody has described: a wrong cause is worse than none
  it.each(['args', 'dist', 'weights', 'kv', 'graphs', 'draft', 'warmup'])(
    'a crash in the phase %s is told by its line, and by no cause',
    async (phase) => {
      const spec = { name: 'crash' as FaultName, phase, start: 1, device: null, bytes: null, ms: null };
      const bench = new Bench({ faults: new FaultBook([spec]) });
      await bench.up();
      const exit =
        bench.exit === null
          ? null
          : { code: bench.exit.code, signal: bench.exit.signal === null ? null : `SIG${bench.exit.signal}` };
      const found = diagnose({ engine: 'sglang', lines: logLines(bench.log), exit, swept: [] });
      expect(exit).not.toBeNull();
      expect(found.cause).toBe('unknown');
      expect(found.root?.text).toMatch(/Error: |Exception: /);
    },
  );
});
