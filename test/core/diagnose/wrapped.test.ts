import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/core/diagnose/unwrap.ts';
import { treeStart } from '../engine/sglang/fixture.ts';
import { capturedLog, judged, told } from './judged.ts';

const json = (fields: object) => JSON.stringify(fields);
const STAMP = '2026-07-20T08:31:09.123456789Z';

/** How each wraps a line. */
const WRAPS: Readonly<Record<string, (text: string) => string>> = {
  'journalctl -o json': (text) =>
    json({
      __REALTIME_TIMESTAMP: '1',
      _SYSTEMD_INVOCATION_ID: 'a1',
      SYSLOG_IDENTIFIER: 'sglang',
      MESSAGE: text,
    }),
  'journalctl -o json, as bytes': (text) =>
    json({ _SYSTEMD_INVOCATION_ID: 'a1', SYSLOG_IDENTIFIER: 'sglang', MESSAGE: [...Buffer.from(text)] }),
  'Docker json-file': (text) => json({ log: `${text}\n`, stream: 'stderr', time: STAMP }),
  'a collector': (text) => json({ message: text, level: 'info' }),
  'CRI (Kubernetes)': (text) => `${STAMP} stderr F ${text}`,
  'kubectl --timestamps': (text) => `${STAMP} ${text}`,
  'kubectl --prefix': (text) => `[pod/llm-0/server] ${text}`,
  'docker compose': (text) => `server-1  | ${text}`,
  'journalctl -o short': (text) => `Jul 20 08:31:09 gpu01 sglang[4711]: ${text}`,
  'journalctl -o short-iso': (text) => `2026-07-20T08:31:09+0200 gpu01 python3[4711]: ${text}`,
  'syslog (RFC 5424)': (text) => `<30>1 ${STAMP} gpu01 sglang 4711 - - ${text}`,
  colours: (text) => `\x1b[1;36m${text}\x1b[0;0m`,
  'CR LF': (text) => `${text}\r`,
};

const LOGS = [
  'vllm/kv-too-small',
  'vllm/good-start-compile',
  'sglang/memory-race',
  'sglang/cpu',
  'llamacpp/abort',
];

describe.each(Object.entries(WRAPS))('%s', (_name, wrap) => {
  it('is taken off a line', () => {
    expect(unwrap(wrap('ValueError: x: "y" \\ é')).text).toBe('ValueError: x: "y" \\ é');
  });

  it.each(LOGS)('%s is judged as without it', (name) => {
    const lines = capturedLog(name).trimEnd().split('\n');
    const plain = judged(lines.join('\n'));
    const wrapped = judged(lines.map(wrap).join('\n'));
    expect([told(wrapped), wrapped.engine, wrapped.phase, wrapped.harmless]).toEqual([
      told(plain),
      plain.engine,
      plain.phase,
      plain.harmless,
    ]);
    expect(wrapped.root?.line).toBe(plain.root?.line);
    expect(wrapped.root?.text.trim()).toBe(plain.root?.text.trim());
  });
});

it('a progress bar in one line hides nothing that stands behind it', () => {
  const bar = Array.from({ length: 64 }, (_, n) => `Loading safetensors checkpoint shards: ${n}/64`).join(
    '\r',
  );
  const lines = [
    ...treeStart({ until: 'distributed' }),
    `${bar}\r[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):`,
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
    '[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  ];
  expect(told(judged(lines.join('\n')))).toBe('failed out-of-memory');
});

const entry = (life: string, text: string) =>
  json({ _SYSTEMD_INVOCATION_ID: life, SYSLOG_IDENTIFIER: 'sglang', MESSAGE: text });
const manager = (life: string, text: string) =>
  json({ _PID: '1', _COMM: 'systemd', SYSLOG_IDENTIFIER: 'systemd', INVOCATION_ID: life, MESSAGE: text });

describe('the journal of a unit', () => {
  const started = treeStart({ until: 'weights' });

  it('has a life for each invocation', () => {
    const bad = [
      entry('a', 'sglang serve: error: unrecognized arguments: --x'),
      manager('a', 'llm.service: Main process exited, code=exited, status=2/INVALIDARGUMENT'),
    ];
    const good = treeStart().map((text) => entry('b', text));
    expect(told(judged([...bad, ...good].join('\n')))).toBe('ready');
    expect(told(judged([...good, ...bad].join('\n')))).toBe('failed bad-flag');
  });

  it('says how the process ended, which no line of the program says', () => {
    const document = judged(
      [
        ...started.map((text) => entry('a', text)),
        manager('a', 'llm.service: Main process exited, code=dumped, status=11/SEGV'),
        manager('a', "llm.service: Failed with result 'core-dump'."),
      ].join('\n'),
    );
    expect(document).toMatchObject({
      verdict: 'failed',
      root: { signature: 'segmentation-fault' },
      fault: { class: 'crashed', data: { cause: 'unknown', signal: 'SIGSEGV', phase: 'weights' } },
    });
  });

  it('a stop that was asked for is no failure, however the engine ends', () => {
    const document = judged(
      [
        ...treeStart().map((text) => entry('a', text)),
        manager('a', 'Stopping llm.service - A server...'),
        manager('a', 'llm.service: Main process exited, code=killed, status=9/KILL'),
        manager('a', "llm.service: Failed with result 'signal'."),
      ].join('\n'),
    );
    expect(told(document)).toBe('ready');
  });

  it('a start that failed before the program began', () => {
    const document = judged(
      [
        manager('a', 'Starting llm.service - A server...'),
        manager('a', 'llm.service: Failed at step CHDIR spawning /usr/bin/vllm: No such file or directory'),
        manager('a', 'llm.service: Main process exited, code=exited, status=200/CHDIR'),
        manager('a', "llm.service: Failed with result 'exit-code'."),
      ].join('\n'),
    );
    expect(told(document)).toBe('failed configuration');
  });

  it('several units in one log are said, and none of them is believed', () => {
    const others = [
      'Jul 20 08:31:09 h systemd[1]: nginx.service: Main process exited, code=exited, status=1/FAILURE',
      "Jul 20 08:31:09 h systemd[1]: cron.service: Failed with result 'exit-code'.",
    ];
    const document = judged(
      [...others, ...treeStart().map((text) => `Jul 20 08:32:00 h sglang[1]: ${text}`)].join('\n'),
    );
    expect(told(document)).toBe('ready');
    const alone = judged(others.join('\n'));
    expect(told(alone)).toBe('unknown');
  });
});
