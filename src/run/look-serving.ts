import { describeHolder } from '../core/change/describe.ts';
import { isHeldBy } from '../core/change/held-by.ts';
import { listenerOf } from '../core/change/holdpoints/identified.ts';
import { isGarbage } from '../core/diagnose/garbage.ts';
import { type Evidence, FaultError, fault } from '../core/fault.ts';
import { type Member, sameGeneration } from '../core/generation.ts';
import { visible } from '../core/visible.ts';
import type { PortState } from '../ports/host.ts';
import type { Present } from '../ports/supervisor.ts';
import type { Ports } from './ports.ts';
import type { Token } from './token.ts';

/** Passed, or not yet, with what is missing. */
export type Look = { readonly passed: readonly Evidence[] } | { readonly missing: string };

export interface Served {
  readonly ports: Ports;
  readonly endpoint: { readonly address: string; readonly port: number };
  readonly since: Token | null;
}

/** A unit that was started so often within one wait dies before it answers. */
const MOST_STARTS = 3;

/**
 * Does a server answer that is not the one of the token? `started`: invocations of a unit seen so far. Faults:
 * `restart-loop`, `wrong-listener`, `ambiguous-listener`, `identity-unknown`, `garbage`.
 */
export async function lookServing(
  { ports, endpoint, since }: Served,
  started: Set<string>,
  generate: boolean,
): Promise<Look> {
  const port = await ports.host.port(endpoint.address, endpoint.port);
  const present = await ports.supervisor.present();
  const old = since?.generation != null && sameGeneration(present.generation, since.generation);
  if (!old) refuseLoop(present, started);
  if (port.listeners.length === 0)
    return { missing: `nobody listens on port ${endpoint.port}${unitState(ports, present)}` };
  const before = port.listeners.find((listener) => old || isHeldBy(listener, since?.members ?? []));
  if (before !== undefined) return { missing: `the old server (pid ${before.pid}) still answers` };
  const who = listenerOf(port, { members: membersOf(ports, present, port) });
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

/** Fault: `restart-loop`. */
function refuseLoop({ generation }: Present, started: Set<string>): void {
  if (generation?.kind !== 'systemd') return;
  started.add(generation.id);
  if (started.size <= MOST_STARTS) return;
  const message = `${generation.unit} was started ${started.size} times meanwhile: it ends before it answers`;
  const hint = `its log says why: journalctl -u ${generation.unit}`;
  throw new FaultError(fault('restart-loop', message, { hint }));
}

/** A refused connection is normal while a server loads; a unit of which nothing runs will not load. */
function unitState({ supervisor }: Ports, { generation }: Present): string {
  if (supervisor.kind !== 'systemd') return '';
  return generation === null
    ? '; nothing of the unit runs'
    : ` yet; main pid ${generation.pid} of the unit runs`;
}

/**
 * Where a server is named by its port alone, whoever listens there is it; several strangers on it are still told apart.
 * A unit has processes of its own, or none.
 */
function membersOf(
  { supervisor }: Ports,
  present: Present,
  port: PortState,
): readonly Pick<Member, 'pid' | 'start_ticks'>[] {
  if (supervisor.kind === 'systemd' || present.generation !== null) return present.members;
  const first = port.listeners[0];
  return first?.pid == null || first.start_ticks === null
    ? []
    : [{ pid: first.pid, start_ticks: first.start_ticks }];
}
