import type { HttpRequest, HttpResponse } from '../../ports/host.ts';
import type { LoadTarget } from '../../ports/load.ts';

export interface Reply {
  /** null: none came. */
  readonly answer: string | null;
  /** Why there is none, or that it was cut off; "" where all is well. Foreign text. */
  readonly note: string;
}

/** Asks one question as a chat, decoded greedily, and waits for the whole answer. A failed request is a reply without answer. */
export async function askChat(
  ask: (request: HttpRequest) => Promise<HttpResponse>,
  { url, headers, model }: LoadTarget,
  prompt: string,
  { max_tokens, ...bounds }: Pick<HttpRequest, 'timeout_ms' | 'signal'> & { readonly max_tokens: number },
): Promise<Reply> {
  const body = JSON.stringify({
    ...(model === null ? {} : { model }),
    messages: [{ role: 'user', content: prompt }],
    temperature: 0,
    seed: 1,
    max_tokens,
    stream: false,
  });
  const {
    status,
    error,
    body: text,
  } = await ask({
    method: 'POST',
    url: `${url}/v1/chat/completions`,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    ...bounds,
  });
  if (status !== 200) return { answer: null, note: error ?? `${status}: ${text.slice(0, 300)}` };
  return readReply(text);
}

interface Chat {
  readonly choices?: readonly {
    readonly finish_reason?: unknown;
    readonly message?: { readonly content?: unknown };
  }[];
}

function readReply(text: string): Reply {
  try {
    const choice = (JSON.parse(text) as Chat | null)?.choices?.[0];
    const content = choice?.message?.content;
    if (typeof content !== 'string') return { answer: null, note: `no answer in: ${text.slice(0, 300)}` };
    return { answer: content, note: choice?.finish_reason === 'length' ? 'cut off at max_tokens' : '' };
  } catch {
    return { answer: null, note: `no JSON: ${text.slice(0, 300)}` };
  }
}
