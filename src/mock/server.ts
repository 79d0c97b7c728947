import net from 'node:net';
import tls from 'node:tls';
import type { MockLog } from '../ports/mock.ts';
import { askedBy } from './dialect.ts';
import { CONTINUE } from './framing.ts';
import { Log } from './log.ts';
import { CONTROL } from './matrix/control.ts';
import { MATRIX } from './matrix.ts';
import { Player } from './player.ts';
import { type MockRequest, RequestReader } from './read-request.ts';
import { Schedule } from './schedule.ts';
import {
  controlSchema,
  type MockScript,
  mockScriptSchema,
  type Reply,
  type Scenario,
  scenarioSchema,
} from './script.ts';
import { replySteps, StepCache } from './steps.ts';

export interface MockServer {
  readonly url: string;
  readonly port: number;
  log(): MockLog;
  close(): Promise<void>;
}

/** Where the log of a server can be read from another process. */
export const LOG_PATH = '/mock-log';

/** Serves a script on 127.0.0.1. Rejects if the port is taken, and for a script that is none. */
export async function startMock(
  given: MockScript,
  options: { readonly port?: number } = {},
): Promise<MockServer> {
  const script = mockScriptSchema.parse(given);
  const scenarios = script.scenarios.map((one) => (typeof one === 'string' ? named(one) : one));
  const schedule = new Schedule();
  const log = new Log();
  const player = new Player(schedule, log);
  const made = new StepCache();
  const paths = typeof script.control === 'string' ? namedControl(script.control) : script.control;
  const control = new Map(Object.entries(paths).map(([path, replies]) => [path, [...replies]]));
  const whole = named('whole');
  let asked_for = 0;

  const answer = (socket: net.Socket, request: MockRequest) => {
    if (request.path === LOG_PATH) {
      const body = JSON.stringify(log.document());
      player.play(socket, replySteps({ status: 200, headers: {}, body, delay_ms: 0 }), null);
      return;
    }
    const asked = askedBy(request);
    const reply = control.get(request.path);
    if (asked === null || reply !== undefined) {
      player.play(socket, replySteps(reply === undefined ? otherPath(request.path) : inTurn(reply)), null);
      return;
    }
    const number = asked_for++;
    const warm_up = number < script.warm_up;
    const scenario = warm_up ? whole : (scenarios[(number - script.warm_up) % scenarios.length] ?? whole);
    const entry = player.arrived(request.path, scenario.name, asked, warm_up);
    const steps = made.steps(scenario, asked, entry.open - 1);
    player.answer(socket, steps, entry, { ...scenario.timing, number: number - script.warm_up });
  };

  const sockets = new Set<net.Socket>();
  const serve = (socket: net.Socket) => {
    log.connections++;
    socket.on('error', () => socket.destroy());
    socket.on('close', () => player.closed(socket));
    socket.on('end', () => socket.end());
    if (script.silent) return;
    const reader = new RequestReader(() => socket.write(CONTINUE));
    socket.on('data', (chunk: Buffer) => {
      if (player.resetAtReuse(socket)) return;
      for (const request of reader.push(chunk)) answer(socket, request);
    });
  };
  const of_sockets = { noDelay: true, allowHalfOpen: true };
  const server =
    script.tls === null
      ? net.createServer(of_sockets, serve)
      : tls.createServer({ ...of_sockets, ...script.tls }, serve);
  // of TLS too these are the connections below, which are there before anybody has agreed on anything
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server, options.port ?? 0, script.listen_after_ms);
  return {
    url: `${script.tls === null ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    log: () => log.document(),
    close: () => {
      schedule.stop();
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function named(name: string): Scenario {
  const found = MATRIX.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`no scenario \`${name}\``);
  return scenarioSchema.parse(found);
}

function namedControl(name: string): Readonly<Record<string, readonly Reply[]>> {
  const found = Object.hasOwn(CONTROL, name) ? CONTROL[name] : undefined;
  if (found === undefined) throw new Error(`no scenario \`${name}\` of the control plane`);
  return controlSchema.parse(found);
}

function inTurn(replies: Reply[]): Reply {
  const [first] = replies;
  if (first === undefined) throw new Error('a path without replies');
  return replies.length > 1 ? (replies.shift() ?? first) : first;
}

const OTHERS: Readonly<Record<string, string>> = {
  '/health': '',
  '/health_generate': '',
  '/metrics': '',
  '/v1/models': '{"object":"list","data":[{"id":"mock","object":"model","max_model_len":32768}]}',
  '/server_info': '{"internal_states":[{}],"version":"mock"}',
  '/flush_cache': 'Cache flushed.',
};

function otherPath(path: string): Reply {
  const body = OTHERS[path];
  if (body !== undefined) return { status: 200, headers: {}, body, delay_ms: 0 };
  return { status: 404, headers: {}, body: '{"error":{"message":"not found","code":404}}', delay_ms: 0 };
}

/** Of a free port that is to be refused first, nothing is held: it is taken when its time has come. */
async function listen(server: net.Server, wanted: number, after_ms: number): Promise<number> {
  const open = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', 1024, () => resolve((server.address() as net.AddressInfo).port));
    });
  const port = await open(wanted);
  if (after_ms === 0) return port;
  await new Promise((resolve) => server.close(resolve));
  setTimeout(() => void open(port).catch(() => {}), after_ms);
  return port;
}
