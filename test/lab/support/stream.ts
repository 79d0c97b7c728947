import { request } from 'node:http';

/**
 * A client in the middle of a long answer: resolves when the first text has come, keeps its connection, and lets go
 * only when the server does. What the server sends is read, so that nothing else holds it up.
 */
export function openStream(url: string): Promise<{ readonly closed: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/v1/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    const closed = new Promise<void>((over) => outgoing.on('close', over));
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      incoming.on('error', () => {});
      incoming.once('data', () => resolve({ closed }));
      incoming.resume();
    });
    outgoing.end(JSON.stringify({ prompt: 'Count:', max_tokens: 1_000_000, stream: true }));
  });
}
