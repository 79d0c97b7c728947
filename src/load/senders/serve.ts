import { afterReads } from '../after-reads.ts';
import { watchClient } from '../client-watch.ts';
import { exercised } from '../exercise.ts';
import { openConnections } from '../http1/connections.ts';
import { preciseAlarm } from '../real-alarm.ts';
import { localSender } from './local.ts';
import { clockAhead, type Order, type Port, type Report } from './messages.ts';
import type { Sender } from './sender.ts';

/** What a thread does that sends: the orders of the main thread, whose clock its times are of. */
export function serve(port: Port<Report, Order>): void {
  const stop = new AbortController();
  let sender: Sender | null = null;
  let readings: ReturnType<Sender['watch']> | null = null;
  const begin = ({ spec, clock_ahead_ms, ca }: Extract<Order, { kind: 'begin' }>): Sender => {
    const ahead = clock_ahead_ms - clockAhead();
    const means = {
      clock: { now: () => performance.now() + ahead, alarm: preciseAlarm },
      open: (protocol: string) => openConnections(protocol, ca),
      watchClient,
      afterReads,
    };
    return localSender(spec, means, stop.signal);
  };
  const send = async ({ id, asked, body }: Extract<Order, { kind: 'send' }>): Promise<void> => {
    if (sender === null) throw new Error('a request before the beginning');
    const trace = await sender.send(asked, body, 0, (ended_ms) =>
      port.postMessage({ kind: 'free', id, ended_ms }),
    );
    port.postMessage({ kind: 'trace', id, trace });
  };
  port.on('message', (order) => {
    if (order.kind === 'begin') {
      sender = begin(order);
      void exercised(order.spec.dialect).then(() => port.postMessage({ kind: 'ready' }));
    } else if (order.kind === 'send') void send(order);
    else if (order.kind === 'watch') readings = sender?.watch() ?? null;
    else if (order.kind === 'readings')
      void readings?.().then((found) => port.postMessage({ kind: 'readings', readings: found }));
    else stop.abort();
  });
}
