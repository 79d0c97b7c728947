import type { JournalRecord } from '../core/sweep/records.ts';
import type { Milliseconds } from '../core/units.ts';
import { visible } from '../core/visible.ts';
import type { Clock } from '../ports/clock.ts';
import { wrap } from '../report/width.ts';
import type { RunEvent } from '../run/events.ts';
import type { FaceOptions } from './face.ts';
import { recordLine, witnessed } from './record-line.ts';
import { reduce } from './reduce.ts';
import { initialState, type ViewState } from './state.ts';
import { view } from './view.ts';
import { Window } from './window.ts';

/** Running times are drawn on once a second; events at most four times: the load generator shares these cores. */
const TICK_MS: Milliseconds = 1000;
const FASTEST_MS: Milliseconds = 250;

/** Records whose line stays above the window; everything else is seen in the window while it matters. */
const LASTING = new Set(['original.observed', 'trial.ended', 'note', 'restored']);

export class LiveFace {
  readonly #options: FaceOptions;
  readonly #pace: Clock;
  readonly #window: Window;
  readonly #closed = new AbortController();
  #state: ViewState;
  #drawn_ms: Milliseconds = -Infinity;

  constructor(options: FaceOptions) {
    this.#options = options;
    this.#pace = options.pace ?? options.clock;
    this.#window = new Window(options.output);
    this.#state = initialState(options.plan, options.clock.now());
    void this.#tick();
  }

  receive(event: RunEvent): void {
    if (this.#closed.signal.aborted) return;
    const now = this.#options.clock.now();
    this.#state = reduce(this.#state, event, now);
    if (event.type === 'operator') this.#print(visible(event.text));
    if (event.type === 'journal' && LASTING.has(event.line.record.type)) {
      const line = recordLine(event.line.record, this.#state.change?.trial ?? null);
      if (line !== null) this.#print(line);
    }
    if (event.type === 'journal') this.#explain(event.line.record);
    if (this.#pace.now() - this.#drawn_ms >= FASTEST_MS) this.#draw();
  }

  /** In short: the window has no room for where each was read. */
  #explain(record: JournalRecord): void {
    const texts = witnessed(record).map((text) => text.split(' (')[0] ?? text);
    if (texts.length === 0 || record.type !== 'holdpoint') return;
    const trial = this.#state.change?.trial ?? null;
    this.#print(`${trial === null ? '' : `${visible(trial)}: `}${record.result.name}: ${texts.join(', ')}`);
  }

  close(): void {
    if (this.#closed.signal.aborted) return;
    this.#window.close();
    this.#closed.abort();
  }

  async #tick(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      this.#draw();
      await this.#pace.wait(TICK_MS, signal);
    }
  }

  #draw(): void {
    const { output, clock, paint } = this.#options;
    // a line that fills the last column would lose it to the erasing that follows
    const size = { width: output.columns - 1, height: output.rows - 1 };
    this.#drawn_ms = this.#pace.now();
    this.#window.draw(view(this.#state, clock.now(), size, paint));
  }

  #print(text: string): void {
    for (const line of wrap(text, this.#options.output.columns - 1)) this.#window.print(line);
  }
}
