import type { ProbeAnswer } from '../../ports/engine.ts';
import type { HttpResponse } from '../../ports/host.ts';
import { fieldOf, parseJson } from './json.ts';

const LONGEST_ERROR = 300;

/**
 * The answer to one completion that was not streamed. Reasoning counts as text. An answer without usage counts as one
 * token if it has text: at least that many.
 */
export function readCompletion(response: HttpResponse): ProbeAnswer {
  const { status, error } = response;
  const nothing = {
    status,
    text: '',
    completion_tokens: 0,
    finish_reason: null,
    timings: null,
    timed_out: false,
  };
  if (status === null)
    return {
      ...nothing,
      error: error === 'TIMEOUT' ? 'timeout' : (error ?? 'ERROR'),
      timed_out: error === 'TIMEOUT',
    };
  const document = parseJson(response.body);
  if (status < 200 || status > 299)
    return { ...nothing, error: `http-${status}: ${messageOf(document, response.body)}` };
  const choice = fieldOf(fieldOf(document, 'choices'), 0);
  if (typeof choice !== 'object' || choice === null) return { ...nothing, error: 'bad-answer' };
  const text = textOf(choice);
  const reason = fieldOf(choice, 'finish_reason');
  const finish_reason = typeof reason === 'string' ? reason : null;
  const timings = timingsOf(fieldOf(document, 'timings'));
  const used = fieldOf(fieldOf(document, 'usage'), 'completion_tokens');
  const completion_tokens =
    typeof used === 'number' ? used : (timings?.['predicted_n'] ?? (text === '' ? 0 : 1));
  const incomplete = completion_tokens < 1 ? 'no-tokens' : finish_reason === null ? 'not-finished' : null;
  return { ...nothing, text, completion_tokens, finish_reason, timings, error: incomplete };
}

function textOf(choice: unknown): string {
  const message = fieldOf(choice, 'message');
  const parts = [
    fieldOf(message, 'reasoning_content') ?? fieldOf(message, 'reasoning'),
    fieldOf(message, 'content'),
    fieldOf(choice, 'text'),
  ];
  return parts.filter((part) => typeof part === 'string').join('');
}

function timingsOf(value: unknown): Record<string, number> | null {
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

function messageOf(document: unknown, body: string): string {
  const error = fieldOf(document, 'error');
  const message =
    fieldOf(error, 'message') ?? fieldOf(document, 'message') ?? fieldOf(document, 'detail') ?? error;
  return (typeof message === 'string' ? message : body).slice(0, LONGEST_ERROR);
}
