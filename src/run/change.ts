import { initialState, transition, waitingFor } from '../core/change/transition.ts';
import type {
  Answer,
  ChangeEvent,
  ChangeInput,
  ChangeState,
  CutReason,
  Effect,
} from '../core/change/types.ts';
import { FaultError } from '../core/fault.ts';
import type { JournalRecord } from '../core/sweep/records.ts';
import type { Milliseconds } from '../core/units.ts';
import type { Waiting } from './events.ts';
import type { OperatorInbox } from './operator.ts';
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
/** The waiting line changes at most this often; the hold points are asked far more often. */
const TELL_EVERY_MS = 1_000;

/**
 * Interprets one change: events in, effects out. Every wait selects over the answers, the timer (probe, deadline,
 * watcher) and the operator, because all of them come through one inbox.
 */
export async function driveChange(input: ChangeInput, context: ChangeContext): Promise<ChangeState> {
  const { clock } = context.ports;
  const inbox = new Inbox();
  const off = context.operator.onRequest((request) => {
    if (context.cut_by.includes(request)) inbox.push({ kind: 'cut', at: clock.now(), reason: request });
  });
  try {
    let state = initialState(input);
    let event: ChangeEvent = { kind: 'begin', at: clock.now() };
    let tell_at: Milliseconds = 0;
    let told = -1;
    for (;;) {
      const step = transition(state, event);
      state = step.state;
      permitKey(context.ports, state);
      for (const record of step.records) await context.append(record);
      if (state.verdict !== null) return state;
      for (const effect of step.effects) {
        if (TOUCHING.has(effect.method)) await context.touching();
        perform(effect, context).then(
          (answer) => inbox.push({ kind: 'answer', at: clock.now(), id: effect.id, answer }),
          inbox.fail,
        );
      }
      if (clock.now() >= tell_at || state.index !== told) {
        tell(context, state, clock.now());
        tell_at = clock.now() + TELL_EVERY_MS;
        told = state.index;
      }
      event = await nextEvent(inbox, step.wake_at, context);
    }
  } finally {
    off();
  }
}

async function nextEvent(
  inbox: Inbox,
  wakeAt: Milliseconds | null,
  context: ChangeContext,
): Promise<ChangeEvent> {
  const { clock } = context.ports;
  const cut = context.cut_at;
  if (cut !== null && clock.now() >= cut.at) return { kind: 'cut', at: clock.now(), reason: cut.reason };
  const ready = inbox.take();
  if (ready !== null) return ready;
  const until = Math.min(wakeAt ?? Number.POSITIVE_INFINITY, cut?.at ?? Number.POSITIVE_INFINITY);
  await inbox.arrival((ring) =>
    Number.isFinite(until) ? clock.alarm(until - clock.now(), ring) : () => undefined,
  );
  return inbox.take() ?? { kind: 'time', at: clock.now() };
}

async function perform(effect: Effect, context: ChangeContext): Promise<Answer> {
  const { clock } = context.ports;
  const began = clock.now();
  try {
    const value = await call(effect, context);
    return { ok: true, value, took_ms: clock.now() - began };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return { ok: false, fault: error.fault, took_ms: clock.now() - began };
  }
}

/** An effect is a port call as data, so this is the whole interpreter. */
function call(effect: Effect, context: ChangeContext): Promise<unknown> {
  const port: unknown = effect.port === 'hooks' ? context.hooks : context.ports[effect.port];
  const method = (port as Record<string, unknown>)[effect.method];
  if (typeof method !== 'function') throw new Error(`${effect.port} has no method ${effect.method}`);
  return method.apply(port, effect.args) as Promise<unknown>;
}

/** A key only goes to a listener whose owner was witnessed in this change and that has not been stopped since. */
function permitKey(ports: Ports, state: ChangeState): void {
  const { facts } = state;
  const mine = new Set(facts.present?.members.map((member) => member.pid));
  const owned = facts.port?.listeners.every((holder) => holder.pid !== null && mine.has(holder.pid)) ?? false;
  const before = owned && facts.generation === null && !state.passed.some((p) => p.name === 'stopped');
  ports.credentials.witnessed = facts.listener !== null || before;
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
  private wake: (() => void) | null = null;

  push(event: ChangeEvent): void {
    this.events.push(event);
    this.wake?.();
  }

  readonly fail = (error: unknown): void => {
    this.error = error instanceof Error ? error : new Error(String(error));
    this.wake?.();
  };

  take(): ChangeEvent | null {
    if (this.error !== null) throw this.error;
    return this.events.shift() ?? null;
  }

  /** Resolves at the next event, or when the timer that `set` makes rings. */
  arrival(set: (ring: () => void) => () => void): Promise<void> {
    return new Promise((resolve) => {
      const cancel = set(resolve);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
  }
}
