import { permitsKey } from '../core/change/permits-key.ts';
import { initialState, transition, waitingFor } from '../core/change/transition.ts';
import type { ChangeEvent, ChangeInput, ChangeState, CutReason, Effect } from '../core/change/types.ts';
import { FaultError } from '../core/fault.ts';
import type { JournalRecord } from '../core/sweep/records.ts';
import type { Milliseconds } from '../core/units.ts';
import type { Clock } from '../ports/clock.ts';
import type { Waiting } from './events.ts';
import type { OperatorInbox, OperatorRequest } from './operator.ts';
import type { Ports } from './ports.ts';

export interface ChangeContext {
  readonly ports: Ports;
  readonly hooks: { run(name: string): Promise<unknown> };
  readonly operator: OperatorInbox;
  /** Requests that end this change: a restore goes on after the first interrupt. */
  readonly cut_by: readonly CutReason[];
  /** Monotonic time at which the window or the total limit ends this change; null: none. */
  readonly cut_at: { readonly at: Milliseconds; readonly reason: CutReason } | null;
  append(record: JournalRecord): Promise<void>;
  /** Called before an effect that touches what runs is performed. */
  touching(): Promise<void>;
  waiting(waiting: Pick<Waiting, 'hold_point' | 'waiting_for' | 'elapsed_s' | 'limit_s'>): void;
}

const TOUCHING = new Set(['signal', 'start']);

/**
 * Preparing touches nothing that runs, but where it installs something, that must be found and taken away again; and
 * clients that were sent away must come back, though their server was never stopped.
 */
function touches({ port, method, args }: Effect, { ports }: ChangeContext): boolean {
  if (port === 'hooks') return args[0] === 'drain';
  return TOUCHING.has(method) || (method === 'prepare' && ports.supervisor.settle !== undefined);
}

/** The waiting line changes at most this often; the hold points are asked far more often. */
const TELL_EVERY_MS = 1_000;

/**
 * Interprets one change: events in, effects out. Every wait selects over the answers, the timer (probe, deadline,
 * watcher) and the operator, because all of them come through one inbox.
 */
export async function driveChange(input: ChangeInput, context: ChangeContext): Promise<ChangeState> {
  const { clock } = context.ports;
  const inbox = new Inbox();
  const hear = (request: OperatorRequest): void => {
    if (context.cut_by.includes(request)) inbox.push({ kind: 'cut', at: clock.now(), reason: request });
  };
  const off = context.operator.onRequest(hear);
  // what was asked for since the last step, while nobody listened
  if (context.operator.latest !== null) hear(context.operator.latest);
  try {
    let state = initialState(input);
    let event: ChangeEvent = { kind: 'begin', at: clock.now() };
    let tell_at: Milliseconds = 0;
    let told = -1;
    for (;;) {
      const step = transition(state, event);
      state = step.state;
      context.ports.credentials.witnessed = permitsKey(state);
      for (const record of step.records) await context.append(record);
      if (state.verdict !== null) return state;
      for (const effect of step.effects) {
        context.ports.guard?.check();
        if (touches(effect, context)) await context.touching();
        perform(effect, context, inbox);
      }
      if (clock.now() >= tell_at || state.index !== told) {
        tell(context, state, clock.now());
        tell_at = clock.now() + TELL_EVERY_MS;
        told = state.index;
      }
      const ready = due(context.cut_at, clock.now()) ?? inbox.take();
      if (ready === null)
        await inbox.arrival(clock, Math.min(step.wake_at ?? NEVER, context.cut_at?.at ?? NEVER));
      event = ready ?? inbox.take() ?? { kind: 'time', at: clock.now() };
    }
  } finally {
    off();
  }
}

const NEVER: Milliseconds = Number.POSITIVE_INFINITY;

function due(cut: ChangeContext['cut_at'], now: Milliseconds): ChangeEvent | null {
  return cut !== null && now >= cut.at ? { kind: 'cut', at: now, reason: cut.reason } : null;
}

/** Its answer, or its fault, comes through the inbox. */
function perform(effect: Effect, context: ChangeContext, inbox: Inbox): void {
  const { clock } = context.ports;
  const { id } = effect;
  const began = clock.now();
  const answered = (value: unknown): void => {
    const at = clock.now();
    inbox.push({ kind: 'answer', at, id, answer: { ok: true, value, took_ms: at - began } });
  };
  const failed = (error: unknown): void => {
    if (!(error instanceof FaultError)) return inbox.fail(error);
    const at = clock.now();
    inbox.push({ kind: 'answer', at, id, answer: { ok: false, fault: error.fault, took_ms: at - began } });
  };
  try {
    call(effect, context).then(answered, failed);
  } catch (error) {
    failed(error);
  }
}

/** An effect is a port call as data, so this is the whole interpreter. */
function call(effect: Effect, context: ChangeContext): Promise<unknown> {
  const port: unknown = effect.port === 'hooks' ? context.hooks : context.ports[effect.port];
  const method = (port as Record<string, unknown>)[effect.method];
  if (typeof method !== 'function') throw new Error(`${effect.port} has no method ${effect.method}`);
  return method.apply(port, effect.args) as Promise<unknown>;
}

function tell(context: ChangeContext, state: ChangeState, now: Milliseconds): void {
  const waiting = waitingFor(state, now);
  if (waiting === null) return;
  context.waiting({
    hold_point: waiting.name,
    waiting_for: waiting.text,
    elapsed_s: Math.round((now - state.since) / 1000),
    limit_s: waiting.deadline === null ? null : Math.round((waiting.deadline - state.since) / 1000),
  });
}

/** Events in the order in which they came; one reader. A bug in an adapter (not a fault) ends the loop. */
class Inbox {
  private readonly events: ChangeEvent[] = [];
  private error: unknown = null;
  private arrived: (() => void) | null = null;
  private cancel: (() => void) | null = null;

  push(event: ChangeEvent): void {
    this.events.push(event);
    this.wake();
  }

  readonly fail = (error: unknown): void => {
    this.error = error instanceof Error ? error : new Error(String(error));
    this.wake();
  };

  take(): ChangeEvent | null {
    if (this.error !== null) throw this.error;
    return this.events.shift() ?? null;
  }

  /** Resolves at the next event, or at that time of the clock. */
  arrival(clock: Clock, until: Milliseconds): Promise<void> {
    return new Promise((resolve) => {
      this.arrived = resolve;
      this.cancel = until === NEVER ? null : clock.alarm(until - clock.now(), this.wake);
    });
  }

  private readonly wake = (): void => {
    this.cancel?.();
    this.cancel = null;
    this.arrived?.();
  };
}
