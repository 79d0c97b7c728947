import { chunkReader } from '../dialects/dialect.ts';
import type { LoadMeans } from '../means.ts';
import { sendRequest } from '../request.ts';
import type { Sender, SenderSpec } from './sender.ts';

/** Sends from this thread. */
export function localSender(
  spec: SenderSpec,
  means: Pick<LoadMeans, 'clock' | 'open' | 'watchClient' | 'afterReads'>,
  signal: AbortSignal,
): Sender {
  const { headers, expect, timeout_ms, origin, dialect } = spec;
  const { clock } = means;
  const url = new URL(spec.url);
  const connections = means.open(url.protocol);
  const after_reads = means.afterReads();
  let on_read = (): void => {};
  return {
    threads: 0,
    send: (asked, body, _slot, on_free) =>
      sendRequest({
        asked,
        url,
        headers,
        body,
        expect,
        timeout_ms,
        connections,
        signal,
        clock,
        origin,
        on_free,
        after_reads,
        read: chunkReader(dialect),
        on_read: () => on_read(),
      }),
    watch() {
      const watch = means.watchClient();
      on_read = watch.read;
      return async () => watch.stop();
    },
    close: () => connections.destroy(),
  };
}
