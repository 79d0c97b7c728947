import { createServer, type Server, type Socket } from 'node:net';
import { FaultError } from '../../core/fault.ts';
import type { Host } from '../../ports/host.ts';
import type { Cancel } from '../machine.ts';
import {
  type ControlAnswer,
  type ControlRequest,
  HOST_METHODS,
  type HostMethod,
  lineSplitter,
} from '../remote/protocol.ts';
import type { FastClock } from './fast-clock.ts';
import type { Mirror } from './mirror.ts';
import { SPEED_OF_AN_ANSWER } from './speeds.ts';

interface ControlOptions {
  readonly host: Host;
  readonly clock: FastClock;
  readonly mirror: Mirror;
}

/** The socket through which other processes see the simulated host: JSON lines, as `remote/protocol.ts` has them. */
export class Control {
  readonly #options: ControlOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  static open(path: string, options: ControlOptions): Promise<Control> {
    const control = new Control(options);
    return new Promise((resolve, reject) => {
      control.#server.once('error', reject);
      control.#server.listen(path, () => resolve(control));
    });
  }

  private constructor(options: ControlOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#serve(socket));
    options.clock.onPace((pace) => {
      for (const socket of this.#sockets) tell(socket, { pace });
    });
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    const slowed: Cancel[] = [];
    const { clock } = this.#options;
    this.#sockets.add(socket);
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#sockets.delete(socket);
      for (const speedUp of slowed) speedUp();
    });
    tell(socket, { pace: clock.pace });
    const take = async (text: string): Promise<void> => {
      const { id, method, args } = JSON.parse(text) as ControlRequest;
      if (method === 'slow') slowed.push(clock.slow(SPEED_OF_AN_ANSWER));
      if (method === 'fast') slowed.pop()?.();
      const watching = method === 'slow' || method === 'fast';
      const answer = watching ? { value: null } : await this.#ask(method, args);
      if (!socket.destroyed) tell(socket, { id, ...answer });
    };
    socket.on(
      'data',
      lineSplitter((text) => void take(text).catch(() => socket.destroy())),
    );
  }

  async #ask(method: HostMethod, args: readonly unknown[]): Promise<ControlAnswer> {
    const { host, mirror } = this.#options;
    if (!Object.hasOwn(HOST_METHODS, method)) return { error: `the simulated host has no ${method}` };
    const files = HOST_METHODS[method] === 'files';
    try {
      if (files) mirror.take();
      const call = host[method] as (...args: unknown[]) => Promise<unknown>;
      const value = await call.apply(host, [...args]);
      if (files) mirror.give();
      return { value: value ?? null };
    } catch (error) {
      return error instanceof FaultError ? { fault: error.fault } : { error: String(error) };
    }
  }
}

function tell(socket: Socket, line: object): void {
  socket.write(`${JSON.stringify(line)}\n`);
}
