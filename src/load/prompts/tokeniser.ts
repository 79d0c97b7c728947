import type { Connections } from '../../ports/exchange.ts';
import type { LoadTarget } from '../../ports/load.ts';

/** Tokens of a text as the server counts them, with what it adds to a prompt; null: it does not tokenise. */
export type Tokeniser = (text: string) => Promise<number | null>;

/** Returns what cancels it. */
type Alarm = (ms: number, ring: () => void) => () => void;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * POST /tokenize of vLLM and SGLang (`prompt`, answered with `count`) and of llama.cpp (`content`, answered with
 * `tokens`). One body serves all three: each ignores the keys of the others.
 */
export function serverTokeniser(
  { url, headers, model }: LoadTarget,
  connections: Connections,
  alarm: Alarm,
): Tokeniser {
  const address = new URL(`${url.replace(/\/+$/, '')}/tokenize`);
  return async (text) => {
    const named = model === null ? {} : { model };
    const body = { ...named, prompt: text, content: text, add_special_tokens: true, add_special: true };
    const request = { url: address, headers, body: JSON.stringify(body) };
    const answer = await post(connections, request, alarm);
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

/** The text of a 200; null: any other answer, or none. */
function post(
  connections: Connections,
  request: Parameters<Connections['exchange']>[0],
  alarm: Alarm,
): Promise<string | null> {
  return new Promise((resolve) => {
    const parts: Uint8Array[] = [];
    let [size, status] = [0, 0];
    const settle = (text: string | null) => {
      stopWaiting();
      cancel();
      resolve(text);
    };
    const stopWaiting = alarm(TIMEOUT_MS, () => settle(null));
    const cancel = connections.exchange(request, {
      headers: (code) => {
        status = code;
      },
      data(part) {
        size += part.length;
        if (size > MAX_BYTES) settle(null);
        else parts.push(part);
      },
      end: (how) => settle(how === 'end' && status === 200 ? Buffer.concat(parts).toString('utf8') : null),
    });
  });
}
