import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_DIALECTS } from '../../../src/core/diagnose/dialects/index.ts';
import { LogJudge } from '../../../src/core/diagnose/log-judge.ts';
import type { Signature } from '../../../src/core/diagnose/signature.ts';
import { treeStart } from '../engine/sglang/fixture.ts';
import { capturedLog, judged, told } from './judged.ts';

const of = (engine: string) => ALL_DIALECTS.find((dialect) => dialect.engine === engine);
/** Each once, under the first engine that has it: the samples of shared entries are made for that one. */
const seen = new Set<Signature>();
const ROOTS = ALL_DIALECTS.flatMap(({ engine, signatures }) =>
  signatures.flatMap((signature) => {
    if (signature.role !== 'root' || seen.has(signature)) return [];
    seen.add(signature);
    const of_host = /^(?:systemd\[|kernel: )/.test(signature.sample);
    return [{ engine: of_host ? null : engine, signature, id: signature.id }];
  }),
);
const HARMLESS = ['sglang', 'vllm', 'llamacpp'].map((engine) => ({
  engine,
  // one of llama-server also says that it goes, with an end of its own
  lines: (of(engine)?.harmless ?? []).filter(({ id }) => id !== 'cleanup').map(({ sample }) => sample),
}));
const GOOD = [
  ['sglang', treeStart().join('\n')],
  ['sglang', capturedLog('sglang/cpu')],
  ['vllm', capturedLog('vllm/good-start-compile')],
  ['llamacpp', capturedLog('llamacpp/requests')],
] as const;
const BAD = [
  'vllm/kv-too-small',
  'vllm/no-device',
  'sglang/memory-race',
  'sglang/context-too-long',
  'sglang/port-held',
  'sglang/stub',
  'llamacpp/abort',
].map((name) => [name, capturedLog(name).trimEnd().split('\n')] as const);

describe('the minimal log of each root', () => {
  it.each(ROOTS)('$engine $id', ({ engine, signature }) => {
    const document = judged(`${signature.sample}\n`, engine);
    const cause = signature.leftover === undefined ? signature.cause : 'out-of-memory-leftover';
    if (signature.signal === undefined) expect(told(document)).toBe(`failed ${cause}`);
    expect(document.root?.signature).toBe(signature.id);
  });
});

describe('harmless lines', () => {
  it.each(HARMLESS)('of $engine: alone and all together no verdict', ({ engine, lines }) => {
    for (const line of [...lines, lines.join('\n')]) {
      const document = judged(line, engine);
      expect([document.verdict === 'failed', document.root, document.fault]).toEqual([false, null, null]);
    }
  });

  it.each(GOOD)('before, between and after a good log of %s change nothing', (engine, log) => {
    const harmless = HARMLESS.find((each) => each.engine === engine)?.lines ?? [];
    const alone = judged(log, engine);
    const lines = log.trimEnd().split('\n');
    fc.assert(
      fc.property(fc.shuffledSubarray(harmless), fc.nat(lines.length), (some, at) => {
        const document = judged([...lines.slice(0, at), ...some, ...lines.slice(at)].join('\n'), engine);
        expect([told(document), document.root]).toEqual([told(alone), null]);
        expect(document.harmless).toBeGreaterThanOrEqual(alone.harmless);
      }),
      { numRuns: 15 },
    );
  });

  it.each(BAD)('in a log that failed (%s) change nothing', (name, lines) => {
    const engine = name.split('/')[0] ?? '';
    const harmless = HARMLESS.find((each) => each.engine === engine)?.lines ?? [];
    const alone = judged(lines.join('\n'));
    fc.assert(
      fc.property(fc.shuffledSubarray(harmless), fc.nat(lines.length), (some, at) => {
        const document = judged([...lines.slice(0, at), ...some, ...lines.slice(at)].join('\n'));
        expect([told(document), document.root?.text]).toEqual([told(alone), alone.root?.text]);
      }),
      { numRuns: 10 },
    );
  });
});

describe('a log that is cut off', () => {
  it.each(BAD)('%s is never judged more surely than the whole', (_name, lines) => {
    const whole = told(judged(lines.join('\n')));
    for (let end = 0; end < lines.length; end += Math.max(1, Math.floor(lines.length / 60))) {
      const part = told(judged(lines.slice(0, end).join('\n')));
      expect(['unknown', 'loading', 'ready', 'failed unknown', whole]).toContain(part);
      if (part.startsWith('failed')) expect(whole).toMatch(/^failed/);
    }
  });

  it.each(ROOTS)('within the line of $engine $id is never given another cause', ({ engine, signature }) => {
    const log = `${signature.sample}\n`;
    const whole = told(judged(log, engine));
    for (let end = log.lastIndexOf('\n', log.length - 2) + 8; end < log.length; end += 8) {
      const part = told(judged(log.slice(0, end), engine));
      expect(['unknown', 'loading', 'ready', 'failed unknown', whole]).toContain(part);
    }
  });

  it('says that nothing shows an end', () => {
    const lines = capturedLog('vllm/kv-too-small').split('\n').slice(0, 76);
    const document = judged(lines.join('\n'));
    expect(document).toMatchObject({ verdict: 'loading', fault: null, root: { signature: 'length-memory' } });
    expect(document.notes.join('\n')).toMatch(/nothing in this log shows that the process ended/);
  });
});

describe('a log in pieces', () => {
  it.each(BAD)('%s of any size is the same', (_name, lines) => {
    const text = lines.join('\n');
    const whole = judged(text);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (piece) => {
        expect(judged(text, null, piece)).toEqual(whole);
      }),
      { numRuns: 8 },
    );
  });

  it('that grows is followed: nothing is read again, and each state is that of the text so far', () => {
    const judge = new LogJudge(null);
    const seen: string[] = [];
    for (const line of capturedLog('sglang/memory-race').trimEnd().split('\n')) {
      judge.feed(Buffer.from(`${line}\n`));
      const now = told(judge.document());
      if (seen.at(-1) !== now) seen.push(now);
    }
    expect(seen.at(0)).toBe('unknown');
    expect(seen).toContain('loading');
    expect(seen.at(-1)).toBe('failed out-of-memory');
  });
});

const ts = (rank: number | null, text: string) =>
  `[2026-07-20 08:36:40${rank === null ? '' : ` TP${rank}`}] ${text}`;
const CONSEQUENCES = [0, 1, 2, 4, 5, 6, 7].flatMap((rank) => [
  `[rank${rank}]:[E ProcessGroupNCCL.cpp:629] [Rank ${rank}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=21)`,
  ts(rank, 'Scheduler hit an exception: Traceback (most recent call last):'),
  'RuntimeError: NCCL error: unhandled cuda error',
  ts(
    rank,
    `TP rank ${rank} could finish the model loading, but there are other ranks that didn't finish loading.`,
  ),
]);
const OOM = '[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.';

describe('eight ranks', () => {
  it('whatever the others say around it and in whatever order, the earliest root wins', () => {
    const start = treeStart({ until: 'graphs' });
    fc.assert(
      fc.property(fc.shuffledSubarray(CONSEQUENCES), fc.shuffledSubarray(CONSEQUENCES), (before, after) => {
        const later = 'RuntimeError: CUDA error: uncorrectable ECC error encountered';
        const lines = [
          ...start,
          ...before,
          OOM,
          ...after,
          later,
          ts(null, 'Received sigquit from a child process.'),
        ];
        expect(judged(lines.join('\n'))).toMatchObject({
          verdict: 'failed',
          root: { signature: 'cuda-memory', rank: 3, line: start.length + before.length + 1 },
        });
      }),
      { numRuns: 30 },
    );
  });

  it('lines that are torn or glued change no verdict', () => {
    const start = treeStart({ until: 'graphs' });
    const end = [OOM, OOM.replace('rank3', 'rank4'), ts(null, 'Received sigquit from a child process.')];
    fc.assert(
      fc.property(
        fc.nat(start.length - 1),
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        (at, column, glue) => {
          const line = start[at] ?? '';
          const torn = glue ? [line + (start[at + 1] ?? '')] : [line.slice(0, column), line.slice(column)];
          const lines = [...start.slice(0, at), ...torn, ...start.slice(at + (glue ? 2 : 1)), ...end];
          expect(told(judged(lines.join('\n'), 'sglang'))).toBe('failed out-of-memory');
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what requests say', () => {
  it.each([
    ['sglang', treeStart(), (text: string) => ts(null, `Receive: obj=GenerateReqInput(text='${text}')`)],
    [
      'vllm',
      capturedLog('vllm/good-start-compile').trimEnd().split('\n'),
      (text: string) =>
        `(APIServer pid=22620) INFO 11-29 16:40:00 [logger.py:40] Received request cmpl-1: prompt: '${text}'`,
    ],
    [
      'llamacpp',
      capturedLog('llamacpp/debug').trimEnd().split('\n'),
      (text: string) => `9.99.999.999 D srv  log_server_r: request: x\n${text}`,
    ],
  ] as const)('never gives a verdict: %s', (engine, good, request) => {
    const texts = (of(engine)?.signatures ?? []).flatMap(({ sample }) => sample.split('\n'));
    fc.assert(
      fc.property(fc.subarray(texts, { minLength: 1 }), (some) => {
        const document = judged([...good, ...some.map(request)].join('\n'), engine);
        expect([document.verdict, document.root]).toEqual(['ready', null]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('several generations', () => {
  const failed = capturedLog('sglang/memory-race').trimEnd();
  const good = treeStart().join('\n');

  it('the last is judged, the others are named', () => {
    expect(told(judged(`${failed}\n${good}`))).toBe('ready');
    const document = judged(`${good}\n${failed}`);
    expect(told(document)).toMatch(/^failed out-of-memory/);
    expect(document.notes.join('\n')).toMatch(/1 earlier start stands in this log; .*was ready/);
  });

  it('less memory than at an earlier start was held by others', () => {
    const little = treeStart({ until: 'weights', free_gb: Array.from({ length: 8 }, () => 60) });
    const end = [OOM, ts(null, 'Received sigquit from a child process.')];
    const document = judged([good, ...little, ...end].join('\n'));
    expect(told(document)).toBe('failed out-of-memory-leftover');
    expect(document.fault?.data['leftover']).toBe('confirmed');
  });
});
