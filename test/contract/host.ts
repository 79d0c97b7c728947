import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { Host } from '../../src/ports/host.ts';
import { type Gaps, testExcept } from './gaps.ts';
import { until } from './until.ts';

/** A process of the host under test. */
export interface HostProcess {
  readonly pid: number;
  /** Resolves when it is gone from the host. */
  end(): Promise<void>;
}

/** What the suite needs of a host: things to look at. */
export interface HostSubject {
  readonly host: Host;
  /** A process with exactly this argv, environment and folder that stays until it is ended. */
  spawn(argv: readonly string[], env: Readonly<Record<string, string>>, cwd: string): Promise<HostProcess>;
  /** A process that has ended and was not collected by its parent; null: this host has none. */
  zombie(): Promise<HostProcess | null>;
  /** A server on a free port of the address that answers as it is told by path. */
  serve(address: string): Promise<{ readonly port: number; readonly pid: number; close(): Promise<void> }>;
  /** A process of the host, with exactly this argv, that has connected to the port and keeps the connection, unused. */
  connect(address: string, port: number): Promise<HostProcess & { readonly argv: readonly string[] }>;
  /** A file with this text; its path. */
  write(text: string): Promise<string>;
  /** argv of a program that stays for as long as it is let. */
  readonly steady: readonly string[];
  /** argv that prints `out` on stdout and `err` on stderr, copies stdin to stdout and ends with 3. */
  readonly talkative: readonly string[];
  readonly printEnvironment: readonly string[];
  readonly folder: string;
  dispose(): Promise<void>;
}

/** Paths that every served server knows: what the suite asks for. */
export const SERVED = {
  ok: '/ok',
  silent: '/silent',
  redirect: '/redirect',
  endless: '/endless',
  cut: '/cut',
  echo: '/echo',
};

/** What every host keeps. */
export function contractOfHost(name: string, make: () => Promise<HostSubject>, gaps: Gaps = {}): void {
  const checked = testExcept(gaps);
  const check = (title: string, run: (subject: HostSubject) => Promise<void>): void =>
    checked(title, () => run(subject));
  let subject: HostSubject;

  describe(`${name} keeps the contract of Host`, () => {
    beforeEach(async () => {
      subject = await make();
    });
    afterEach(() => subject.dispose());

    check('it says who and where it is', async ({ host }) => {
      const identity = await host.identity();
      expect(identity.boot_id).toMatch(/^[0-9a-f-]{36}$/);
      expect(identity.hostname).not.toBe('');
      expect(identity.cores).toBeGreaterThan(0);
      expect(identity.memory_bytes).toBeGreaterThan(0);
      expect(await host.identity()).toEqual(identity);
    });

    check(
      'a process is in the table with argv, user and parent, and gone when it is gone',
      async ({ host, spawn, steady, folder }) => {
        const child = await spawn(steady, {}, folder);
        const row = await until(() => host.process(child.pid));
        const { uid, user } = await host.identity();
        expect(row).toMatchObject({ pid: child.pid, argv: steady, uid, user });
        expect(row.start_ticks).toBeGreaterThan(0);
        expect(row.rss_bytes).toBeGreaterThan(0);
        expect((await host.processes()).find((other) => other.pid === child.pid)?.start_ticks).toBe(
          row.start_ticks,
        );
        await child.end();
        expect(await host.process(child.pid)).toBeNull();
        expect((await host.processes()).some((other) => other.pid === child.pid)).toBe(false);
      },
    );

    check(
      'environment and folder are whole, with any text in them',
      async ({ host, spawn, steady, folder }) => {
        const env = {
          PLAIN: 'a',
          EMPTY: '',
          'odd.name': 'b',
          QUOTES: `"'\\ $HOME %s`,
          LINES: 'one\ntwo\r\n',
          EQUALS: 'a=b=c',
          UTF: 'ä→😀',
        };
        const child = await spawn(steady, env, folder);
        expect(await until(() => host.environment(child.pid))).toEqual(env);
        expect(await host.workingFolder(child.pid)).toBe(folder);
        expect(await host.io(child.pid)).toEqual({
          read_bytes: expect.any(Number),
          write_bytes: expect.any(Number),
        });
        await child.end();
        expect(await host.environment(child.pid)).toBeNull();
        expect(await host.workingFolder(child.pid)).toBeNull();
        expect(await host.io(child.pid)).toBeNull();
        expect(await host.sharedMemory(child.pid)).toEqual([]);
      },
    );

    check('a control group has its living processes, and those of the groups within it', async (subject) => {
      const { host, spawn, steady, folder } = subject;
      const child = await spawn(steady, {}, folder);
      const row = await until(() => host.process(child.pid));
      const group =
        /^0::(\/.*)$/m.exec((await host.readText(`/proc/${child.pid}/cgroup`, 4096)) ?? '')?.[1] ?? '';
      const { cpu_ticks: _, rss_bytes: __, state: ___, ...identity } = row;
      const inGroup = async (of: string) =>
        (await host.controlGroup(of))?.find(({ pid }) => pid === child.pid) ?? null;
      expect(await inGroup(group)).toMatchObject({ ...identity, io_bytes: expect.any(Number) });
      expect(await inGroup(group.slice(0, group.lastIndexOf('/')))).toMatchObject(identity);
      const started = (await host.controlGroup(group))?.map((other) => other.start_ticks) ?? [];
      expect(started).toEqual([...started].sort((a, b) => a - b));
      await child.end();
      expect(await inGroup(group)).toBeNull();
      expect(await host.controlGroup('/no-such-group')).toBeNull();
    });

    check('a zombie is in the table as one', async ({ host, zombie }) => {
      const dead = await zombie();
      if (dead === null) return;
      const row = await until(async () => {
        const seen = await host.process(dead.pid);
        return seen?.state === 'Z' ? seen : null;
      });
      expect(row).toMatchObject({ argv: [], rss_bytes: 0 });
      await dead.end();
    });

    check(
      'a port knows its listener by pid and start ticks, and is free afterwards',
      async ({ host, serve }) => {
        const server = await serve('127.0.0.1');
        const held = await host.port('127.0.0.1', server.port);
        const row = await host.process(server.pid);
        expect(held).toMatchObject({ port: server.port, bind: 'held' });
        expect(held.listeners).toHaveLength(1);
        expect(held.listeners[0]).toMatchObject({
          pid: server.pid,
          start_ticks: row?.start_ticks,
          address: '127.0.0.1',
        });
        expect(held.listeners[0]?.inode).toMatch(/^\d+$/);
        await server.close();
        expect(await host.port('127.0.0.1', server.port)).toEqual({
          port: server.port,
          listeners: [],
          bind: 'free',
          bind_error: null,
        });
      },
    );

    check(
      'a listener on another address of the machine is not the one that this client reaches',
      async ({ host, serve }) => {
        const server = await serve('127.0.0.2');
        expect(await host.port('127.0.0.1', server.port)).toMatchObject({ listeners: [], bind: 'free' });
        expect((await host.port('127.0.0.2', server.port)).listeners).toHaveLength(1);
        await server.close();
      },
    );

    check('a wildcard listener answers at every address', async ({ host, serve }) => {
      const server = await serve('0.0.0.0');
      expect((await host.port('127.0.0.1', server.port)).listeners).toMatchObject([
        { pid: server.pid, address: '0.0.0.0' },
      ]);
      await server.close();
    });

    check('an address that this machine does not have is unknown, not free', async ({ host }) => {
      const state = await host.port('192.0.2.1', 8080);
      expect(state).toMatchObject({ listeners: [], bind: 'unknown', bind_error: 'EADDRNOTAVAIL' });
    });

    check(
      'connections to a port know their client by pid, user and command, until it goes',
      async ({ host, serve, connect }) => {
        const server = await serve('0.0.0.0');
        expect(await host.connections('127.0.0.1', server.port)).toEqual([]);
        const client = await connect('127.0.0.1', server.port);
        const found = await until(async () => (await host.connections('127.0.0.1', server.port))[0]);
        const { user } = await host.identity();
        expect(found).toMatchObject({ address: '127.0.0.1', local: true, pid: client.pid, user });
        expect(found.command).toBe(client.argv.join(' '));
        expect(found).toMatchObject({ queued_bytes: 0, unanswered: false });
        expect(found.port).not.toBe(server.port);
        const more = await connect('127.0.0.1', server.port);
        const both = await until(async () => {
          const all = await host.connections('127.0.0.1', server.port);
          return all.length === 2 ? all : null;
        });
        expect(both.map(({ pid }) => pid).sort()).toEqual([client.pid, more.pid].sort());
        await client.end();
        await more.end();
        expect(await until(async () => (await host.connections('127.0.0.1', server.port)).length === 0)).toBe(
          true,
        );
        await server.close();
      },
    );

    check("connections to another server, and the asker's own, are not among them", async (subject) => {
      const { host, serve, connect } = subject;
      const [server, other] = [await serve('127.0.0.1'), await serve('127.0.0.1')];
      const client = await connect('127.0.0.1', other.port);
      const url = `http://127.0.0.1:${server.port}${SERVED.silent}`;
      const asked = host.http({ method: 'GET', url, timeout_ms: 300 });
      await until(async () => (await host.connections('127.0.0.1', other.port)).length === 1);
      expect(await host.connections('127.0.0.1', server.port)).toEqual([]);
      await asked;
      await client.end();
      await Promise.all([server.close(), other.close()]);
    });

    check('memory: what is available is less than all', async ({ host }) => {
      const memory = await host.memory();
      expect(memory?.available_bytes).toBeGreaterThan(0);
      expect(memory?.available_bytes).toBeLessThan(memory?.total_bytes ?? 0);
    });

    check('files: facts and bounded text, null where there is nothing', async ({ host, write, folder }) => {
      const path = await write('0123456789');
      expect(await host.file(path)).toMatchObject({ path, real_path: path, kind: 'file', size_bytes: 10 });
      expect(await host.file(folder)).toMatchObject({ kind: 'directory' });
      expect(await host.readText(path, 4)).toBe('0123');
      expect(await host.readText(path, 100)).toBe('0123456789');
      expect(await host.file(`${path}-none`)).toBeNull();
      expect(await host.file(`${path}/below`)).toBeNull();
      expect(await host.readText(`${path}-none`, 4)).toBeNull();
      await expect(host.readText(folder, 4)).rejects.toMatchObject({ fault: { name: 'probe-failed' } });
    });

    check('http: an exchange, with its body and headers both ways', async ({ host, serve }) => {
      const { port, close } = await serve('127.0.0.1');
      const url = `http://127.0.0.1:${port}`;
      const got = await host.http({ method: 'GET', url: url + SERVED.ok, timeout_ms: 20_000 });
      expect(got).toMatchObject({ status: 200, body: 'fine', error: null, headers: { 'x-served': 'yes' } });
      const echo = {
        method: 'POST' as const,
        url: url + SERVED.echo,
        headers: { 'x-key': 'k' },
        body: 'ä\n',
        timeout_ms: 20_000,
      };
      const { body } = await host.http(echo);
      expect(JSON.parse(body)).toMatchObject({ method: 'POST', key: 'k', body: 'ä\n' });
      await close();
    });

    check('http: no redirect is followed', async ({ host, serve }) => {
      const { port, close } = await serve('127.0.0.1');
      const got = await host.http({
        method: 'GET',
        url: `http://127.0.0.1:${port}${SERVED.redirect}`,
        timeout_ms: 20_000,
      });
      expect(got.status).toBe(302);
      await close();
    });

    check('http: what is no answer has no status and one word', async ({ host, serve }) => {
      const { port, close } = await serve('127.0.0.1');
      const ask = (path: string, timeout_ms: number) =>
        host.http({ method: 'GET', url: `http://127.0.0.1:${port}${path}`, timeout_ms });
      expect(await ask(SERVED.silent, 50)).toMatchObject({ status: null, error: 'TIMEOUT', body: '' });
      expect(await ask(SERVED.endless, 30_000)).toMatchObject({ status: null, error: 'TOO_BIG', body: '' });
      expect(await ask(SERVED.cut, 20_000)).toMatchObject({ status: null, error: 'ECONNRESET', body: '' });
      await close();
      expect(await ask(SERVED.ok, 20_000)).toMatchObject({ status: null, error: 'ECONNREFUSED' });
    });

    check('http: an exchange ends with its signal, before or while it waits', async ({ host, serve }) => {
      const { port, close } = await serve('127.0.0.1');
      const url = `http://127.0.0.1:${port}${SERVED.silent}`;
      const abort = new AbortController();
      const ask = () => host.http({ method: 'GET', url, timeout_ms: 20_000, signal: abort.signal });
      const waiting = ask();
      abort.abort();
      for (const answer of [waiting, ask()])
        expect(await answer).toMatchObject({ status: null, error: 'ABORTED', body: '' });
      await close();
    });

    check('tools: output, input and exit code come through', async ({ host, talkative }) => {
      const result = await host.run(talkative, { stdin: 'in' });
      expect(result).toMatchObject({
        code: 3,
        signal: null,
        stderr: 'err',
        timed_out: false,
        argv: talkative,
      });
      expect(result.stdout).toBe('outin');
    });

    check('tools: the environment is built from nothing', async ({ host, printEnvironment }) => {
      const { stdout } = await host.run(printEnvironment, { env: { OWN: 'x' } });
      const names = stdout.split('\n').map((line) => line.split('=')[0]);
      expect(names.filter((n) => n !== '').sort()).toEqual(['LC_ALL', 'OWN', 'PATH']);
      expect(stdout).toContain('LC_ALL=C\n');
    });

    check('tools: one that does not return is ended, and that is said', async ({ host, steady }) => {
      expect(await host.run(steady, { timeout_ms: 50 })).toMatchObject({
        code: null,
        signal: 'SIGKILL',
        timed_out: true,
      });
    });

    check('tools: only by absolute path, and one that is not there is a fault', async ({ host }) => {
      await expect(host.run(['cat'])).rejects.toMatchObject({ fault: { name: 'probe-failed' } });
      await expect(host.run(['/nowhere/tool'])).rejects.toMatchObject({ fault: { name: 'probe-failed' } });
    });
  });
}
