import { connect, type Socket } from 'node:net';
import { FaultError, fault } from '../../core/fault.ts';
import type { Pace } from '../time/paced-clock.ts';
import { notRunning, type SimFolder } from './folder.ts';
import { type ControlLine, type ControlMethod, lineSplitter } from './protocol.ts';

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The socket of a simulation, opened when it is first needed. It keeps the process alive only while an answer is due. */
export class Connection {
  readonly #folder: SimFolder;
  readonly #pending = new Map<number, Pending>();
  readonly #paceListeners: ((pace: Pace) => void)[] = [];
  #socket: Socket | null = null;
  #requests = 0;

  constructor(folder: SimFolder) {
    this.#folder = folder;
  }

  /** Called at once with the present pace when the connection is made, then at every change. */
  onPace(listener: (pace: Pace) => void): void {
    this.#paceListeners.push(listener);
  }

  /** Resolves to what the simulated host answered. Faults: its own; `usage`, `probe-failed` where there is no answer. */
  call(method: ControlMethod, args: readonly unknown[]): Promise<unknown> {
    const socket = this.open();
    this.#requests += 1;
    const id = this.#requests;
    const back = this.#folder.presence.away();
    return new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      socket.ref();
      socket.write(`${JSON.stringify({ id, method, args })}\n`);
    }).finally(back);
  }

  open(): Socket {
    if (this.#socket !== null) return this.#socket;
    const socket = connect(this.#folder.socket).setEncoding('utf8').unref();
    this.#socket = socket;
    let connected = false;
    socket.on('connect', () => {
      connected = true;
    });
    socket.on(
      'data',
      lineSplitter((text) => this.#take(JSON.parse(text) as ControlLine)),
    );
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#socket = null;
      this.#fail(connected ? ended(this.#folder.dir) : notRunning(this.#folder.dir));
    });
    return socket;
  }

  #take(line: ControlLine): void {
    if ('pace' in line) {
      for (const listener of this.#paceListeners) listener(line.pace);
      return;
    }
    const pending = this.#pending.get(line.id);
    this.#pending.delete(line.id);
    if (this.#pending.size === 0) this.#socket?.unref();
    if ('value' in line) pending?.resolve(line.value);
    else pending?.reject('fault' in line ? new FaultError(line.fault) : new Error(line.error));
  }

  #fail(error: FaultError): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
  }
}

function ended(dir: string): FaultError {
  const evidence = [{ kind: 'sim', text: `${dir}: the connection was closed` }];
  return new FaultError(fault('probe-failed', 'the simulated host has been switched off', { evidence }));
}
