import http from 'node:http';
import https from 'node:https';
import type { LoadTarget } from '../../ports/load.ts';

/** Tokens of a text as the server counts them, with what it adds to a prompt; null: it does not tokenise. */
export type Tokeniser = (text: string) => Promise<number | null>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * POST /tokenize of vLLM and SGLang (`prompt`, answered with `count`) and of llama.cpp (`content`, answered with
 * `tokens`). One body serves all three: each ignores the keys of the others.
 */
export function serverTokeniser({ url, headers, model }: LoadTarget): Tokeniser {
  const address = new URL(`${url.replace(/\/+$/, '')}/tokenize`);
  return async (text) => {
    const named = model === null ? {} : { model };
    const body = { ...named, prompt: text, content: text, add_special_tokens: true, add_special: true };
    const answer = await post(address, headers, JSON.stringify(body));
    return answer === null ? null : countIn(answer);
  };
}

function countIn(text: string): number | null {
  try {
    const answer = JSON.parse(text) as { readonly count?: unknown; readonly tokens?: unknown } | null;
    if (Number.isInteger(answer?.count)) return Number(answer?.count);
    return Array.isArray(answer?.tokens) ? answer.tokens.length : null;
  } catch {
    return null;
  }
}

/** The text of a 200; null: any other answer, or none. No redirect is followed. */
function post(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<string | null> {
  return new Promise((resolve) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const outgoing = request(url, options, (incoming) => {
      const parts: Buffer[] = [];
      let size = 0;
      incoming.on('data', (part: Buffer) => {
        size += part.length;
        if (size > MAX_BYTES) outgoing.destroy();
        else parts.push(part);
      });
      incoming.on('end', () =>
        resolve(incoming.statusCode === 200 ? Buffer.concat(parts).toString('utf8') : null),
      );
      incoming.on('close', () => resolve(null));
    });
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy());
    outgoing.on('error', () => resolve(null));
    outgoing.end(body);
  });
}
