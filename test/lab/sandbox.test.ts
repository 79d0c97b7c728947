import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bubblewrap } from '../../src/adapters/sandbox/bubblewrap.ts';
import { DEFAULT_LIMITS } from '../../src/adapters/sandbox/limits.ts';
import type { SandboxLimits } from '../../src/ports/sandbox.ts';
import { describeReal } from '../helpers/real-things.ts';

const ABSTRACT = `\0holdpoint-sandbox-${process.pid}`;

describeReal(['bubblewrap', 'python3', 'prlimit'], 'the sandbox', () => {
  const sandbox = new Bubblewrap();
  const run = (program: string, limits: Partial<SandboxLimits> = {}) =>
    sandbox.run(program, { ...DEFAULT_LIMITS, ...limits });
  const outside = createServer((socket) => socket.end('reached'));
  const named = createServer((socket) => socket.end('reached'));
  let port = 0;

  beforeAll(async () => {
    await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
    await new Promise<void>((done) => named.listen(ABSTRACT, done));
    const address = outside.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  });
  afterAll(() => {
    outside.close();
    named.close();
  });

  test('holds on this machine, as it finds itself', async () => {
    expect(await sandbox.obstacle()).toBeNull();
  });

  test('an ordinary program runs, with files of its own', async () => {
    const result = await run(
      'open("/tmp/x","w").write("a" * 1000); print("hi", open("/tmp/x").read().count("a"))',
    );
    expect(result).toMatchObject({ ended: 'exit', code: 0, output: 'hi 1000\n' });
  });

  const unreachable = (): readonly (readonly [string, RegExp, string])[] => [
    ['write to /usr', /Read-only/, 'open("/usr/x", "w")'],
    ['write to /', /Read-only/, 'open("/x", "w")'],
    ['write to /etc', /No such file|Read-only/, 'open("/etc/x", "w")'],
    ['write over its own text', /Read-only|Permission/, 'open("/tmp/program.py", "w")'],
    ['read keys of root', /No such file|Permission/, 'import os; os.listdir("/root/.ssh")'],
    ['read passwords', /No such file|Permission/, 'open("/etc/shadow").read()'],
    ['read this project', /No such file/, `import os; os.listdir(${JSON.stringify(process.cwd())})`],
    [
      'reach the loopback of the machine',
      /refused|unreachable/,
      `import socket; socket.create_connection(("127.0.0.1", ${port}), 2)`,
    ],
    [
      'reach an abstract socket',
      /refused/,
      `import socket; s = socket.socket(socket.AF_UNIX); s.connect("\\0${ABSTRACT.slice(1)}")`,
    ],
    [
      'ask for a name',
      /gaierror|Temporary|refused|unreachable/,
      'import socket; socket.getaddrinfo("localhost.invalid", 80)',
    ],
    [
      'mount',
      /not permitted|denied/,
      'import ctypes, os; l = ctypes.CDLL(None, use_errno=True); r = l.mount(b"x", b"/tmp", b"tmpfs", 0, None); print(os.strerror(ctypes.get_errno())); raise SystemExit(1 if r else 0)',
    ],
    [
      'make a user namespace',
      /No space|not permitted/,
      'import ctypes, os; l = ctypes.CDLL(None, use_errno=True); r = l.unshare(0x10000000); print(os.strerror(ctypes.get_errno())); raise SystemExit(1 if r else 0)',
    ],
    [
      'make a device',
      /not permitted/,
      'import os, stat; os.mknod("/tmp/sda", 0o600 | stat.S_IFBLK, os.makedev(254, 0))',
    ],
    ['become root', /not permitted|Invalid/, 'import os; os.setuid(0)'],
    ['set the kernel', /Read-only|denied/, 'open("/proc/sys/kernel/hostname", "w").write("x")'],
    ['read the memory of the kernel', /denied|No such|not permitted/, 'open("/proc/kcore", "rb").read(10)'],
    [
      'fill the disk',
      /No space|File too large/,
      'for i in range(8): open(f"/tmp/x{i}", "wb").write(b"a" * (15 << 20))',
    ],
    [
      'fill shared memory',
      /No space|File too large/,
      'for i in range(8): open(f"/dev/shm/x{i}", "wb").write(b"a" * (15 << 20))',
    ],
  ];

  test.each(unreachable().map(([what], index) => [what, index] as const))(
    'a program cannot %s',
    async (_, index) => {
      const [, refusal, program] = unreachable()[index] ?? ['', /^$/, ''];
      const { code, output } = await run(program);
      expect(code).not.toBe(0);
      expect(output).toMatch(refusal);
    },
  );

  test('its environment and its network are empty, processes of the machine are hidden', async () => {
    const { output } = await run(`import os, socket
print(sorted(set(os.environ) - {"LC_CTYPE", "PWD"}), [name for _, name in socket.if_nameindex()])
print(max(int(entry) for entry in os.listdir("/proc") if entry.isdigit()) < 5)`);
    expect(output).toBe("['HOME', 'LANG', 'PATH'] ['lo']\nTrue\n");
  });

  test('a signal to everybody reaches nobody outside', async () => {
    const { output } = await run(
      'import os\ntry: os.kill(-1, 9)\nexcept OSError as error: print(error)\nprint("survived")',
    );
    expect(output).toContain('survived');
    expect(existsSync(`/proc/${process.pid}`)).toBe(true);
  });

  test('tracing its first process only hangs itself', async () => {
    const { ended, output } = await run(
      'import ctypes, os\nl = ctypes.CDLL(None, use_errno=True)\nr = l.ptrace(16, 1, 0, 0)\nprint(r, os.strerror(ctypes.get_errno()))',
      { wall_ms: 1500 },
    );
    expect(ended === 'wall' || output.includes('not permitted')).toBe(true);
  });

  test('a memory bomb ends at its limit', async () => {
    expect((await run('x = []\nwhile True: x.append(bytearray(64 << 20))')).output).toContain('MemoryError');
  });

  test('a fork bomb ends at its limit', async () => {
    const { output } = await run(`import os, time
n = 0
while True:
    if os.fork() == 0:
        time.sleep(30)
        os._exit(0)
    n += 1
    os.write(1, b"child\\n")`);
    expect(output).toContain('Resource temporarily unavailable');
    expect(output.split('child\n').length - 1).toBeLessThan(DEFAULT_LIMITS.processes);
  });

  test('a bomb of threads ends at its limit', async () => {
    const program =
      'import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(30,), daemon=True).start()';
    expect((await run(program)).output).toContain("can't start new thread");
  });

  test('a sleeper that ignores SIGTERM ends at the wall', async () => {
    const program = 'import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(999)';
    expect(await run(program, { wall_ms: 1000 })).toMatchObject({ ended: 'wall', code: null });
  });

  test('a child that left its session ends with the rest', async () => {
    const program =
      'import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(999)\nprint("parent")';
    expect(await run(program)).toMatchObject({ ended: 'exit', code: 0, output: 'parent\n' });
  });

  test('a spinner ends at its share of the processor', async () => {
    const { ended, code } = await run('while True: pass', { cpu_s: 1, wall_ms: 60_000 });
    expect(ended).toBe('exit');
    expect([137, 152, 158]).toContain(code);
  });

  test('a flood of output ends at its size', async () => {
    const { ended, output } = await run('while True: print("x" * 65536)', { output_bytes: 100_000 });
    expect(ended).toBe('output');
    expect(output).toHaveLength(100_000);
  });

  test('nothing is left behind', async () => {
    await expect.poll(() => sandboxed(), { timeout: 5000 }).toEqual([]);
  });
});

/** Living processes that run a program of a sandbox. */
function sandboxed(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const alive = !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      return alive && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/tmp/program.py');
    } catch {
      return false;
    }
  });
}
