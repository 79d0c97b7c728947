import { visible } from '../core/visible.ts';
import { duration } from '../report/format.ts';
import type { Waiting } from '../run/events.ts';

/** The three things that each waiting line says; `more_s` is the time since the run said so. */
export interface WaitingText {
  readonly waiting_for: string;
  readonly not_meanwhile: string;
  readonly on_interrupt: string;
}

export function waitingText(waiting: Waiting, more_s: number): WaitingText {
  const usual = waiting.usual_s === null ? 'usual time unknown' : `usually ${duration(waiting.usual_s)}`;
  const limit = waiting.limit_s === null ? '' : `, at most ${duration(waiting.limit_s)}`;
  return {
    waiting_for: `${visible(waiting.waiting_for)}: ${duration(waiting.elapsed_s + more_s)}, ${usual}${limit}`,
    not_meanwhile: visible(waiting.not_meanwhile),
    on_interrupt: visible(waiting.on_interrupt).replace(/^Ctrl-C: /, ''),
  };
}

/** The same in one line, for a log. */
export function waitingLine(waiting: Waiting, more_s: number): string {
  const text = waitingText(waiting, more_s);
  return `waiting for ${text.waiting_for}; meanwhile ${text.not_meanwhile}; Ctrl-C: ${text.on_interrupt}`;
}
