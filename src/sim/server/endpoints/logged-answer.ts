import type { SimAnswer, SimRequest } from '../../machine.ts';
import type { Launch } from '../launch.ts';

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** uvicorn's line about one request. */
export function accessLine(
  launch: Launch,
  input: { readonly client: string; readonly method: string; readonly path: string; readonly status: number },
): string {
  const { client, method, path, status } = input;
  const port = 32_768 + launch.random.integer(28_000);
  return `INFO:     ${client}:${port} - "${method} ${path} HTTP/1.1" ${status} ${REASONS[status] ?? ''}`;
}

/** The answer with uvicorn's access log: a line when the head goes out. */
export function loggedAnswer(launch: Launch, request: SimRequest, answer: SimAnswer): SimAnswer {
  let open = true;
  return {
    head(status, headers) {
      if (open) {
        const { method, path } = request;
        launch.say(accessLine(launch, { client: '127.0.0.1', method, path, status }));
      }
      open = false;
      answer.head(status, headers);
    },
    write: (text) => answer.write(text),
    end: () => answer.end(),
    reset: () => answer.reset(),
    onAbort: (run) => answer.onAbort(run),
  };
}
