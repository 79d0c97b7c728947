import { describe, expect, it } from 'vitest';
import type { ExchangeListener, HttpHandler, ListenOptions, SimAnswer } from '../../../src/sim/machine.ts';
import { type Scene, scene, spawn } from '../machine.ts';

function serve(built: Scene, handler: HttpHandler, options?: ListenOptions) {
  return spawn(built, { start: (self) => void self.listen(8000, handler, options) });
}

function recorder(built: Scene): { log: [number, ...unknown[]][]; listener: ExchangeListener } {
  const begun = built.machine.time.now();
  const log: [number, ...unknown[]][] = [];
  const note = (...entry: unknown[]): void => void log.push([built.machine.time.now() - begun, ...entry]);
  const listener: ExchangeListener = {
    head: (status) => note('head', status),
    data: (text) => note('data', text),
    end: () => note('end'),
    failed: (error) => note('failed', error),
  };
  return { log, listener };
}

const GET = { method: 'GET', path: '/', headers: {}, body: '' };

describe('HTTP on the simulated machine', () => {
  it('streams at the moments at which the server writes, with nobody looking', async () => {
    const built = scene();
    const { kernel, time } = built.machine;
    serve(built, (_, answer) => {
      answer.head(200, {});
      time.after(100, () => answer.write('a'));
      time.after(250, () => answer.write('b'));
      time.after(250, () => answer.end());
    });
    const { log, listener } = recorder(built);
    kernel.open('127.0.0.1', 8000, GET, listener);
    expect(log).toEqual([]);
    await built.clock.advance(1000);
    expect(log).toEqual([
      [0, 'head', 200],
      [100, 'data', 'a'],
      [250, 'data', 'b'],
      [250, 'end'],
    ]);
  });

  it('nobody listens: refused; bound only: refused, and no table shows it', async () => {
    const built = scene();
    const { log, listener } = recorder(built);
    built.machine.kernel.open('127.0.0.1', 8000, GET, listener);
    serve(built, () => {}, { bound_only: true });
    await built.clock.advance(1);
    expect(log).toEqual([[0, 'failed', 'ECONNREFUSED']]);
    expect(await built.host.port('127.0.0.1', 8000)).toEqual({
      port: 8000,
      listeners: [],
      bind: 'held',
      bind_error: 'EADDRINUSE',
    });
  });

  it('the death of the server breaks what it was answering', async () => {
    const built = scene();
    const self = serve(built, (_, answer) => answer.write('half'));
    const { log, listener } = recorder(built);
    built.machine.kernel.open('127.0.0.1', 8000, GET, listener);
    await built.clock.advance(5);
    built.machine.kernel.kill(self.pid, 'KILL');
    await built.clock.advance(5);
    expect(log.map(([, ...what]) => what)).toEqual([
      ['head', 200],
      ['data', 'half'],
      ['failed', 'ECONNRESET'],
    ]);
  });

  it('an answer that was whole before the server ended is whole', async () => {
    const built = scene();
    const self = serve(built, (_, answer) => {
      answer.end();
      self.exit(0);
    });
    const { log, listener } = recorder(built);
    built.machine.kernel.open('127.0.0.1', 8000, GET, listener);
    await built.clock.advance(5);
    expect(log.at(-1)).toEqual([0, 'end']);
  });

  it('a client that goes away hears nothing more, and the server is told', async () => {
    const built = scene();
    let answered: SimAnswer | undefined;
    let aborted = 0;
    serve(built, (_, answer) => {
      answered = answer;
      answer.onAbort(() => void (aborted += 1));
    });
    const { log, listener } = recorder(built);
    const cancel = built.machine.kernel.open('127.0.0.1', 8000, GET, listener);
    await built.clock.advance(5);
    cancel();
    answered?.write('late');
    await built.clock.advance(5);
    built.machine.time.settle();
    expect([log, aborted]).toEqual([[], 1]);
  });

  it('a stopped server takes the connection and answers when it is continued', async () => {
    const built = scene();
    const self = serve(built, (_, answer) => answer.end());
    built.machine.kernel.kill(self.pid, 'STOP');
    const waited = await built.clock.run(
      built.host.http({ method: 'GET', url: 'http://127.0.0.1:8000/', timeout_ms: 2000 }),
    );
    expect(waited).toMatchObject({ status: null, error: 'TIMEOUT', took_ms: 2000 });
    const { log, listener } = recorder(built);
    built.machine.kernel.open('127.0.0.1', 8000, GET, listener);
    await built.clock.advance(3000);
    built.machine.kernel.kill(self.pid, 'CONT');
    await built.clock.advance(1);
    expect(log).toEqual([
      [3000, 'head', 200],
      [3000, 'end'],
    ]);
  });

  it('one port has one listener, unless both share it', async () => {
    const built = scene();
    const said: string[] = [];
    const named =
      (name: string): HttpHandler =>
      (_, answer) => {
        said.push(name);
        answer.end();
      };
    const shared = { reuse_port: true };
    serve(built, named('old'), shared);
    serve(built, named('new'), shared);
    const refused = spawn(built).listen(8000, named('third'), { address: '127.0.0.1' });
    expect(refused).toEqual({ ok: false, errno: 'EADDRINUSE' });
    expect((await built.host.port('127.0.0.1', 8000)).listeners).toHaveLength(2);
    for (let i = 0; i < 20; i += 1) {
      built.machine.kernel.open('127.0.0.1', 8000, GET, recorder(built).listener);
    }
    await built.clock.advance(1);
    expect(new Set(said)).toEqual(new Set(['old', 'new']));
  });
});
