import type net from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Asked } from './dialect.ts';
import type { Log, OpenRequest } from './log.ts';
import type { Schedule, Timed } from './schedule.ts';
import type { Scenario } from './script.ts';
import type { Action, Step } from './steps.ts';

type Pace = Pick<Scenario['timing'], 'slots' | 'opening'> & { readonly number: number };

/** Plays steps on connections at their times, and logs what it does. */
export class Player {
  readonly #schedule: Schedule;
  readonly #log: Log;
  readonly #idle = new WeakSet<net.Socket>();
  /** What ends the request that a connection serves. */
  readonly #ends = new WeakMap<net.Socket, (how: string) => void>();
  readonly #waiting: (() => void)[] = [];
  #served = 0;
  #turn: number | null = null;

  constructor(schedule: Schedule, log: Log) {
    this.#schedule = schedule;
    this.#log = log;
  }

  arrived(path: string, scenario: string, asked: Asked, warm_up: boolean): OpenRequest {
    const arrived = performance.now();
    if (this.#turn === null) {
      this.#turn = arrived;
      setImmediate(() => (this.#turn = null));
    }
    const queue_ms = arrived - this.#turn;
    const { label, tokens: requested_tokens } = asked;
    return this.#log.begin({ path, label, scenario, requested_tokens, warm_up, arrived, queue_ms });
  }

  /** At once, or where all slots are taken, when one is free. */
  answer(socket: net.Socket, steps: readonly Step[], entry: OpenRequest, pace: Pace): void {
    const later = pace.opening !== null && pace.number < pace.opening.requests ? pace.opening.ms : 0;
    const begin = (at: number) => {
      this.#served++;
      this.play(socket, steps, entry, at + later);
    };
    if (pace.slots !== null && this.#served >= pace.slots) this.#waiting.push(() => begin(performance.now()));
    else begin(entry.arrived);
  }

  play(
    socket: net.Socket,
    steps: readonly Step[],
    entry: OpenRequest | null,
    from = performance.now(),
  ): void {
    let at = 0;
    const end = (how: string) => {
      if (entry === null || entry.how !== null) return;
      this.#log.end(entry, performance.now(), how);
      this.#served--;
      this.#waiting.shift()?.();
    };
    this.#ends.set(socket, end);
    const timed: Timed = {
      due: from + (steps[0]?.at_ms ?? 0),
      fire: () => {
        for (let one = steps[at]; one !== undefined; one = steps[at]) {
          timed.due = from + one.at_ms;
          const now = performance.now();
          if (timed.due > now) return true;
          if (socket.destroyed) return false;
          at++;
          if (entry !== null && one.tokens !== null) this.#log.sent(entry, now, one.tokens, now - timed.due);
          if (one.bytes !== null && one.bytes.length > 0) socket.write(one.bytes);
          if (one.action !== null) {
            end(one.action);
            this.#act(socket, one.action);
          }
        }
        return false;
      },
    };
    if (timed.fire()) this.#schedule.add(timed);
  }

  /** A connection that was left idle to be reset at its next request: true, and it is reset. */
  resetAtReuse(socket: net.Socket): boolean {
    if (!this.#idle.has(socket)) return false;
    reset(socket);
    return true;
  }

  closed(socket: net.Socket): void {
    this.#ends.get(socket)?.('client');
  }

  #act(socket: net.Socket, action: Action): void {
    if (action === 'reset') reset(socket);
    else if (action === 'close' || action === 'half-close') socket.end();
    else if (action === 'idle') this.#idle.add(socket);
  }
}

/** Node cannot reset the connection below a TLS socket: that one is destroyed, without the end that TLS has of its own. */
function reset(socket: net.Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}
