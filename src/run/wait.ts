import { describeBytes, describeGeneration, describeHolder } from '../core/change/describe.ts';
import { listenerOf } from '../core/change/holdpoints/identified.ts';
import { PROBE_EVERY_MS } from '../core/change/transition.ts';
import { isGarbage } from '../core/diagnose/garbage.ts';
import type { HoldPointRecord } from '../core/documents/sweep.ts';
import { type Evidence, type Fault, FaultError, fault } from '../core/fault.ts';
import { sameGeneration } from '../core/generation.ts';
import { type Bytes, type Milliseconds, seconds } from '../core/units.ts';
import { visible } from '../core/visible.ts';
import type { Present } from '../ports/supervisor.ts';
import type { OperatorInbox } from './operator.ts';
import type { Ports } from './ports.ts';
import type { Token } from './token.ts';

export type WaitCondition = 'stopped' | 'released' | 'ready' | 'generating';

export interface WaitRequest {
  readonly condition: WaitCondition;
  /** What `mark` witnessed before; null: nothing is known of an earlier generation. */
  readonly since: Token | null;
  readonly endpoint: { readonly address: string; readonly port: number };
  /** Without a token: memory that must be free on the host. */
  readonly floor_bytes: Bytes | null;
  readonly any_generation: boolean;
  readonly timeout_ms: Milliseconds;
  readonly ports: Ports;
  readonly operator: OperatorInbox;
  readonly waiting: (text: string, elapsed_s: number) => void;
}

/** Passed, not yet (with what is missing), or never. */
type Look = { readonly passed: readonly Evidence[] } | { readonly missing: string };

/** Waits for one hold point from outside a run; replaces the sleeps in people's own scripts. Touches nothing. */
export async function waitFor(request: WaitRequest): Promise<HoldPointRecord> {
  const { ports, operator, since } = request;
  const { clock } = ports;
  refuseBlind(request);
  if (since?.generation != null) await ports.supervisor.follow(since.generation, null, since.members);
  const began = clock.now();
  const cut = new AbortController();
  const off = operator.onRequest(() => cut.abort('operator'));
  try {
    for (;;) {
      const asked = clock.now();
      const look = await looks[request.condition](request);
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

const looks: Readonly<Record<WaitCondition, (request: WaitRequest) => Promise<Look>>> = {
  stopped: lookStopped,
  released: lookReleased,
  ready: (request) => lookServing(request, false),
  generating: (request) => lookServing(request, true),
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

async function lookReleased(request: WaitRequest): Promise<Look> {
  const { ports, since, endpoint, floor_bytes } = request;
  if (since !== null) {
    const stopped = await lookStopped(request);
    if ('missing' in stopped) return stopped;
  }
  const [devices, port] = await Promise.all([
    ports.accelerator.read([], since?.objects ?? []),
    ports.host.port(endpoint.address, endpoint.port),
  ]);
  if (port.bind !== 'free') return { missing: `port ${endpoint.port} is still held` };
  const held = devices.find((device) => device.objects.length > 0);
  if (held !== undefined) return { missing: `shared-memory objects are left: ${held.objects.join(', ')}` };
  const over = devices.find(
    (device) => floor_bytes !== null && (device.used_bytes === null || device.used_bytes > floor_bytes),
  );
  if (over !== undefined) return { missing: `${over.id}: ${describeBytes(over.used_bytes)} in use` };
  const evidence = devices.map((d) => ({
    kind: 'memory',
    text: `${d.id}: ${describeBytes(d.used_bytes)} in use, ${describeBytes(d.free_bytes)} free`,
  }));
  return { passed: [...evidence, { kind: 'port', text: `port ${endpoint.port}: trial bind free` }] };
}

async function lookServing(request: WaitRequest, generate: boolean): Promise<Look> {
  const { ports, endpoint, since } = request;
  const port = await ports.host.port(endpoint.address, endpoint.port);
  if (port.listeners.length === 0) return { missing: `nobody listens on port ${endpoint.port}` };
  const present = await ports.supervisor.present();
  const old = since?.generation != null && sameGeneration(present.generation, since.generation);
  if (old || isOldListener(request, port.listeners[0]?.pid ?? null))
    return { missing: `the old server (pid ${port.listeners[0]?.pid}) still answers` };
  const who = listenerOf(port, { members: membersOf(present, port) } as Parameters<typeof listenerOf>[1]);
  if ('name' in who) throw new FaultError(who);
  ports.credentials.witnessed = true;
  const state = await ports.engine.state();
  if (state.answer !== 'ready' && state.answer !== 'unauthorised')
    return { missing: `the server is not ready (${state.answer} ${state.status ?? ''})` };
  const evidence = [
    ...port.listeners.map((listener) => describeHolder(listener)),
    { kind: 'claim', text: `health answered ${state.status}` },
  ];
  if (!generate && state.answer === 'ready') return { passed: evidence };
  const answer = await ports.engine.generate({
    prompt: 'Count upwards from one, separated by spaces:',
    max_tokens: 16,
    timeout_ms: 120_000,
    api: 'completions',
  });
  if (answer.error !== null) return { missing: `no answer to a request yet (${visible(answer.error)})` };
  if (isGarbage(answer.text))
    throw new FaultError(fault('garbage', `the answer is not text: ${visible(answer.text.slice(0, 80))}`));
  return { passed: [...evidence, { kind: 'answer', text: visible(answer.text.slice(0, 120)) }] };
}

function isOldListener({ since }: WaitRequest, pid: number | null): boolean {
  return since?.members.some((member) => member.pid === pid) ?? false;
}

/** Whoever listens is the service that was named by its port; several strangers on it are still told apart. */
function membersOf(
  present: Present,
  port: Awaited<ReturnType<Ports['host']['port']>>,
): readonly { pid: number; start_ticks: number }[] {
  if (present.generation !== null) return present.members;
  const first = port.listeners[0];
  return first?.pid == null || first.start_ticks === null
    ? []
    : [{ pid: first.pid, start_ticks: first.start_ticks }];
}

function lateFault(request: WaitRequest, missing: string, waited: Milliseconds): Fault {
  const after = `after ${Math.round(waited / 1000)} s`;
  switch (request.condition) {
    case 'stopped':
      return fault('stop-timeout', `${missing} ${after}`);
    case 'released':
      return fault('memory-not-released', `${missing} ${after}`);
    default:
      return fault('load-timeout', `${missing} ${after}`, { data: { moving: null } });
  }
}

function nameOf(condition: WaitCondition): HoldPointRecord['name'] {
  return condition === 'ready' ? 'loaded' : condition;
}
