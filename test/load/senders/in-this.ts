import { EventEmitter } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { Order, Report } from '../../../src/load/senders/messages.ts';
import { serve } from '../../../src/load/senders/serve.ts';
import type { Thread } from '../../../src/load/senders/threads.ts';

/** A thread in this one: what it is told and tells goes through a real channel, which copies it. */
export class InThis extends EventEmitter implements Thread {
  readonly #channel = new MessageChannel();
  readonly orders: Order[] = [];
  closed = false;

  constructor() {
    super();
    this.#channel.port1.on('message', (report: Report) => this.emit('message', report));
    serve(this.#channel.port2);
  }

  postMessage(order: Order): void {
    this.orders.push(order);
    this.#channel.port1.postMessage(order);
  }

  terminate(): void {
    this.#channel.port1.close();
    this.closed = true;
  }
}
