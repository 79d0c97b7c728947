import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { FaultError, fault } from '../core/fault.ts';
import { outputTokens } from '../core/metrics/request-times.ts';
import type { RequestTrace } from '../core/metrics/trace.ts';
import { KiB } from '../core/units.ts';

/** Microseconds are enough, and make the files half as long. */
const toMicroseconds = (ms: number) => Math.round(ms * 1000) / 1000;
const round = (ms: number | null) => (ms === null ? null : toMicroseconds(ms));

/** One request as a JSON line; times in milliseconds from the origin. Neither the prompt nor the answer stands in it. */
export function recordLine(trace: RequestTrace): string {
  const { tokens, source } = outputTokens(trace);
  return `${JSON.stringify({
    phase: trace.phase,
    index: trace.index,
    worker: trace.worker,
    outcome: trace.outcome,
    status: trace.status,
    resent: trace.resent,
    intended_ms: round(trace.intended_ms),
    started_ms: round(trace.sent_ms),
    headers_ms: round(trace.headers_ms),
    first_event_ms: round(trace.first_event_ms),
    last_choice_ms: round(trace.last_choice_ms),
    last_event_ms: round(trace.last_event_ms),
    ended_ms: round(trace.ended_ms),
    token_events_ms: rounded(trace.token_events_ms),
    event_tokens: trace.event_tokens === null ? null : Array.from(trace.event_tokens),
    output_tokens: tokens,
    token_source: source,
    requested_tokens: trace.requested_tokens,
    input_tokens: trace.input_tokens,
    cached_tokens: trace.cached_tokens,
    text_events: trace.text_events,
    reasoning_events: trace.reasoning_events,
    tool_events: trace.tool_events,
    finish_reason: trace.finish_reason,
    draft_n: trace.drafted_tokens,
    draft_n_accepted: trace.accepted_tokens,
    verify_steps: trace.verify_steps,
  })}\n`;
}

/** As `Array.from`, which takes ten times as long: a record has thousands of times, and is made during the load. */
function rounded(times: ArrayLike<number>): readonly number[] {
  const found: number[] = [];
  for (let i = 0; i < times.length; i++) found.push(toMicroseconds(times[i] ?? Number.NaN));
  return found;
}

/** A raw record that is written while the load goes on. */
export interface RecordKeeper {
  /** Never waits; what goes wrong is told by `close`. */
  add(line: string): void;
  /** Resolves when everything is on the disk. Fault: `journal-failed`. */
  close(): Promise<void>;
}

/** Lines are gathered up to this: a file is touched a few times a second, not for every request. */
const GATHERED = 64 * KiB;

/** Links are not followed. Fault: `journal-failed`. */
export async function openRecord(file: string): Promise<RecordKeeper> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return keeper(await open(file, flags, 0o600));
  } catch (error) {
    throw unwritten(error);
  }
}

function keeper(handle: FileHandle): RecordKeeper {
  let gathered = '';
  let failed: unknown = null;
  let written: Promise<unknown> = Promise.resolve();
  const write = () => {
    const text = gathered;
    gathered = '';
    written = written.then(() => handle.writeFile(text)).catch((error: unknown) => (failed ??= error));
  };
  return {
    add(line) {
      gathered += line;
      if (gathered.length >= GATHERED) write();
    },
    async close() {
      write();
      await written;
      await handle.sync().catch((error: unknown) => (failed ??= error));
      await handle.close();
      if (failed !== null) throw unwritten(failed);
    },
  };
}

function unwritten(error: unknown): FaultError {
  return new FaultError(
    fault('journal-failed', `the record of the requests cannot be written: ${(error as Error).message}`),
  );
}
