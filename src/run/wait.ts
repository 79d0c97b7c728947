import { describeGeneration } from '../core/change/describe.ts';
import { isLasting } from '../core/change/looks.ts';
import { PROBE_EVERY_MS } from '../core/change/transition.ts';
import type { HoldPointRecord } from '../core/documents/sweep.ts';
import { type Fault, FaultError, fault } from '../core/fault.ts';
import { type Bytes, type Milliseconds, seconds } from '../core/units.ts';
import { visible } from '../core/visible.ts';
import { lookAtMemory, type Remembered } from './look-released.ts';
import { type Look, lookServing } from './look-serving.ts';
import type { OperatorInbox } from './operator.ts';
import type { Ports } from './ports.ts';
import { markedMembers, type Token } from './token.ts';

export type WaitCondition = 'stopped' | 'released' | 'ready' | 'generating';

export interface WaitRequest {
  readonly condition: WaitCondition;
  /** What `mark` witnessed before; null: nothing is known of an earlier generation. */
  readonly since: Token | null;
  readonly endpoint: { readonly address: string; readonly port: number };
  /** Memory in use per device without the service, as the operator says; null: what the token says. */
  readonly floor_bytes: Bytes | null;
  readonly any_generation: boolean;
  readonly timeout_ms: Milliseconds;
  readonly ports: Ports;
  readonly operator: OperatorInbox;
  readonly waiting: (text: string, elapsed_s: number) => void;
}

/** What one wait remembers from look to look. */
interface Looks {
  memory: Remembered;
  /** Invocations of a unit that came after the one of the token. */
  readonly started: Set<string>;
  /** Does the supervisor know the generation of the token? */
  followed: boolean;
  /** Looks in a row that could not be made. */
  unreadable: number;
}

/** Waits for one hold point from outside a run; replaces the sleeps in people's own scripts. Touches nothing. */
export async function waitFor(request: WaitRequest): Promise<HoldPointRecord> {
  const { ports, operator } = request;
  const { clock } = ports;
  refuseBlind(request);
  const began = clock.now();
  const remembered: Looks = {
    memory: { good: 0, trend: null },
    started: new Set(),
    followed: false,
    unreadable: 0,
  };
  const cut = new AbortController();
  const off = operator.onRequest(() => cut.abort('operator'));
  try {
    for (;;) {
      const asked = clock.now();
      const look = await lookOnce(request, remembered);
      const waited = clock.now() - began;
      if ('passed' in look)
        return {
          name: nameOf(request.condition),
          state: 'passed',
          waited_s: seconds(waited),
          evidence: look.passed,
        };
      if (operator.latest !== null) throw new FaultError(fault('interrupted', 'interrupted'));
      if (waited >= request.timeout_ms) throw new FaultError(lateFault(request, look.missing, waited));
      request.waiting(look.missing, Math.round(waited / 1000));
      const pause = Math.max(PROBE_EVERY_MS, 3 * (clock.now() - asked));
      await clock.wait(Math.min(pause, request.timeout_ms - waited), cut.signal);
    }
  } finally {
    off();
  }
}

/** One look that fails, or hangs, is no reason to end the wait; what cannot be read is not good either. */
async function lookOnce(request: WaitRequest, remembered: Looks): Promise<Look> {
  try {
    await follow(request, remembered);
    const look = await looks[request.condition](request, remembered);
    remembered.unreadable = 0;
    return look;
  } catch (error) {
    remembered.unreadable += 1;
    if (!(error instanceof FaultError) || isLasting(error.fault, remembered.unreadable)) throw error;
    remembered.memory = { ...remembered.memory, good: 0 };
    return { missing: `it could not be looked at: ${visible(error.fault.message)}` };
  }
}

async function follow({ ports, since }: WaitRequest, remembered: Looks): Promise<void> {
  if (remembered.followed) return;
  if (since?.generation != null) {
    await ports.supervisor.follow(since.generation, null, markedMembers(since));
  }
  remembered.followed = true;
}

const looks: Readonly<Record<WaitCondition, (request: WaitRequest, remembered: Looks) => Promise<Look>>> = {
  stopped: lookStopped,
  released: lookReleased,
  ready: (request, remembered) => lookServing(request, remembered.started, false),
  generating: (request, remembered) => lookServing(request, remembered.started, true),
};

/** Without knowing what was there before, success would be a guess. */
function refuseBlind(request: WaitRequest): void {
  const { condition, since, any_generation } = request;
  if (since !== null) return;
  if (condition === 'stopped')
    throw new FaultError(
      fault(
        'identity-unknown',
        'which generation should have stopped? give --since TOKEN of `holdpoint mark`',
      ),
    );
  if (condition === 'released' && request.floor_bytes === null) {
    throw new FaultError(
      fault(
        'memory-unknown',
        'how much memory was in use before? give --since TOKEN of `holdpoint mark`, or --floor SIZE',
      ),
    );
  }
  if (condition !== 'released' && !any_generation) {
    throw new FaultError(
      fault(
        'identity-unknown',
        'the old server might answer: give --since TOKEN of `holdpoint mark`, or --any-generation',
      ),
    );
  }
}

async function lookStopped({ since, ports }: WaitRequest): Promise<Look> {
  if (since?.generation == null)
    return { passed: [{ kind: 'generation', text: 'nothing ran when the token was made' }] };
  const life = await ports.supervisor.life(since.generation);
  const left = life.members.filter((member) => member.state !== 'Z');
  if (left.length > 0)
    return { missing: `${left.length} processes left: ${left.map((m) => `pid ${m.pid}`).join(', ')}` };
  return {
    passed: [{ kind: 'process', text: `every process of ${describeGeneration(since.generation)} is gone` }],
  };
}

async function lookReleased(request: WaitRequest, remembered: Looks): Promise<Look> {
  const { ports, since, endpoint, floor_bytes } = request;
  if (since !== null) {
    const stopped = await lookStopped(request);
    if ('missing' in stopped) return stopped;
  }
  const [memory, port] = await Promise.all([
    lookAtMemory(ports, since, floor_bytes, remembered.memory),
    ports.host.port(endpoint.address, endpoint.port),
  ]);
  remembered.memory = memory.remembered;
  if (port.bind !== 'free') return { missing: `port ${endpoint.port} is still held` };
  if ('missing' in memory) return memory;
  return { passed: [...memory.passed, { kind: 'port', text: `port ${endpoint.port}: trial bind free` }] };
}

function lateFault(request: WaitRequest, missing: string, waited: Milliseconds): Fault {
  const after = `after ${Math.round(waited / 1000)} s`;
  switch (request.condition) {
    case 'stopped':
      return fault('stop-timeout', `${missing} ${after}`);
    case 'released':
      return fault('memory-not-released', `${missing} ${after}`, {
        hint: 'nothing should be started on it; a longer --timeout goes on waiting',
      });
    default:
      return fault('load-timeout', `${missing} ${after}`, {
        data: { moving: null },
        hint: 'the log of the server says what it does; a longer --timeout goes on waiting',
      });
  }
}

function nameOf(condition: WaitCondition): HoldPointRecord['name'] {
  return condition === 'ready' ? 'loaded' : condition;
}
