import type { JournalRecord } from '../core/sweep/records.ts';
import { type EpochMilliseconds, type Milliseconds, seconds } from '../core/units.ts';
import { visible } from '../core/visible.ts';
import type { Clock } from '../ports/clock.ts';
import { number } from '../report/format.ts';
import { wrap } from '../report/width.ts';
import type { RunEvent } from '../run/events.ts';
import type { FaceOptions } from './face.ts';
import { recordLine, witnessed } from './record-line.ts';
import { reduce } from './reduce.ts';
import { initialState, type ViewState } from './state.ts';
import { waitingLine } from './waiting-lines.ts';

const HEARTBEAT_MS: Milliseconds = 30_000;

/** Below the text of a line, beside its time. */
const INDENT = ' '.repeat('00:00:00 '.length + 2);

/** Most hold points pass at once; a line for each of those waits would hide the ones that matter. */
const WORTH_TELLING_S = 2;

/** Without a terminal: one line for each change of state, and a sign of life when nothing changes for 30 s. */
export class PlainFace {
  readonly #options: FaceOptions;
  readonly #pace: Clock;
  readonly #closed = new AbortController();
  #state: ViewState;
  #printed_ms: Milliseconds;
  /** The present wait has had its line. */
  #told = false;

  constructor(options: FaceOptions) {
    this.#options = options;
    this.#pace = options.pace ?? options.clock;
    this.#printed_ms = this.#pace.now();
    this.#state = initialState(options.plan, options.clock.now());
    void this.#heartbeat();
  }

  receive(event: RunEvent): void {
    this.#state = reduce(this.#state, event, this.#options.clock.now());
    const line = this.#lineOf(event);
    // a record has its own time: `attach` tells what happened long ago
    if (line === null) return;
    this.#print(line, event.type === 'journal' ? Date.parse(event.line.wall) : undefined);
    if (event.type === 'journal') this.#explain(event.line.record);
  }

  close(): void {
    this.#closed.abort();
  }

  #lineOf(event: RunEvent): string | null {
    switch (event.type) {
      case 'journal': {
        const line = recordLine(event.line.record, this.#state.change?.trial ?? null);
        // a repeated signal is no news: only what is worth a line ends the wait that was told
        if (line !== null) this.#told = false;
        return line;
      }
      case 'operator':
        return visible(event.text);
      case 'load':
        return null;
      case 'waiting': {
        if (this.#told || event.waiting.elapsed_s < WORTH_TELLING_S) return null;
        this.#told = true;
        return waitingLine(event.waiting, 0);
      }
    }
  }

  #explain(record: JournalRecord): void {
    const { output } = this.#options;
    for (const text of witnessed(record))
      for (const line of wrap(text, Math.max(40, output.columns) - INDENT.length))
        output.write(`${INDENT}${line}\n`);
  }

  async #heartbeat(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      const quiet = this.#pace.now() - this.#printed_ms;
      if (quiet >= HEARTBEAT_MS) this.#print(this.#signOfLife());
      else await this.#pace.wait(HEARTBEAT_MS - quiet, signal);
    }
  }

  #signOfLife(): string {
    const { waiting, load, rows } = this.#state;
    if (load !== null) {
      const { done, of, failed, tokens_per_s } = load.progress;
      return `still measuring ${visible(load.trial)}: ${done} of ${of} requests, ${failed} failed, ${number(tokens_per_s)} tokens/s`;
    }
    if (waiting !== null)
      return `still ${waitingLine(waiting.waiting, seconds(this.#options.clock.now() - waiting.received_ms))}`;
    return `still at work: ${rows.filter((row) => row.status !== 'pending').length} of ${rows.length} settings done`;
  }

  #print(line: string, wall: EpochMilliseconds = this.#options.clock.wall()): void {
    if (this.#closed.signal.aborted) return;
    this.#printed_ms = this.#pace.now();
    const at = new Date(wall).toTimeString().slice(0, 8);
    this.#options.output.write(`${at} ${line}\n`);
  }
}
