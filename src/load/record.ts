import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { FaultError, fault } from '../core/fault.ts';
import { outputTokens } from './metrics.ts';
import type { PromptKey } from './prompts.ts';
import type { RequestResult } from './request.ts';

/** Microseconds are enough, and make the files half as long. */
const round = (ms: number) => Math.round(ms * 1000) / 1000;

/** One request as a JSON line; times in milliseconds from `origin`. Neither the prompt nor the answer stands in it. */
export function recordLine(
  phase: PromptKey['phase'],
  index: number,
  worker: number,
  result: RequestResult,
  origin: number,
): string {
  const since = (at: number | null) => (at === null ? null : round(at - origin));
  const { answer } = result;
  const { tokens, source } = outputTokens(result);
  return `${JSON.stringify({
    phase,
    index,
    worker,
    outcome: result.outcome,
    status: result.status,
    resent: result.resent,
    started_ms: since(result.started),
    headers_ms: since(result.headers_at),
    ended_ms: since(result.ended),
    token_events_ms: answer.token_times.map(since),
    output_tokens: tokens,
    token_source: source,
    text_characters: answer.text.length,
    finish_reason: answer.finish_reason,
    draft_n: answer.timings?.draft_n ?? null,
    draft_n_accepted: answer.timings?.draft_n_accepted ?? null,
  })}\n`;
}

/** Written after the measurement, so that no file is waited for within it. Links are not followed. */
export async function writeRecord(file: string, lines: readonly string[]): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(file, flags, 0o600);
    try {
      await handle.writeFile(lines.join(''));
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new FaultError(
      fault('journal-failed', `the record of the requests cannot be written: ${(error as Error).message}`),
    );
  }
}
