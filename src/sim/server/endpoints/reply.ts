import type { SimAnswer } from '../../machine.ts';

/** A whole answer as uvicorn sends it. */
export function reply(answer: SimAnswer, status: number, type: string, body: string): void {
  answer.head(status, {
    server: 'uvicorn',
    'content-type': type,
    'content-length': String(new TextEncoder().encode(body).length),
  });
  if (body !== '') answer.write(body);
  answer.end();
}

export function replyJson(answer: SimAnswer, status: number, body: unknown): void {
  reply(answer, status, 'application/json', JSON.stringify(body));
}

export function replyText(answer: SimAnswer, status: number, body: string): void {
  reply(answer, status, 'text/plain; charset=utf-8', body);
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'BadRequestError',
  500: 'InternalServerError',
  503: 'ServiceUnavailableError',
};

/** An error as SGLang's OpenAI endpoints form it. */
export function replyError(answer: SimAnswer, status: number, message: string): void {
  replyJson(answer, status, {
    object: 'error',
    message,
    type: ERROR_TYPES[status] ?? 'Error',
    param: null,
    code: status,
  });
}
