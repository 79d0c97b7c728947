import type { Connections } from '../ports/exchange.ts';
import type { Cancel, Kernel } from './machine.ts';

/** Connections of a load generator on the simulated machine itself: each event comes at its simulated moment. */
export function simulatedConnections(kernel: Kernel): Connections {
  const open = new Set<Cancel>();
  return {
    exchange({ url, headers, body }, listener) {
      let answered = false;
      const path = `${url.pathname}${url.search}`;
      const request = {
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...headers },
        body,
      };
      const end = (tell: () => void) => {
        open.delete(cancel);
        tell();
      };
      const cancel = kernel.open(url.hostname, Number(url.port), request, {
        head(status, fields) {
          answered = true;
          listener.headers(status, fields);
        },
        data: (text) => listener.data(Buffer.from(text)),
        end: () => end(() => listener.end('end', '', false)),
        failed: (error) =>
          end(() =>
            listener.end(answered ? 'cut-off' : error === 'ECONNREFUSED' ? 'refused' : 'reset', error, false),
          ),
      });
      open.add(cancel);
      return () => {
        open.delete(cancel);
        cancel();
      };
    },
    destroy() {
      for (const cancel of open) cancel();
      open.clear();
    },
  };
}
