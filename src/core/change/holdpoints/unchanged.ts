import { type Fault, fault } from '../../fault.ts';
import { END_OF_LOG } from '../../log-line.ts';
import type { Milliseconds } from '../../units.ts';
import { faultOf, note, probe, value } from '../answers.ts';
import { describeGeneration, describeHolder } from '../describe.ts';
import { diedUnderLoad, restartedUnderLoad } from '../died-under-load.ts';
import type { LifeFacts, LogChunkFacts, MachineFacts, PortFacts, ProbeFacts } from '../observations.ts';
import type { Answers, HoldPoint, Judgement, View } from '../types.ts';
import { listenerOf } from './identified.ts';

/** A process that ends gives its port back seconds before it is gone, and has no exit code until then. */
const ENDING_MS = 15_000;

interface Local {
  /** Since when nobody has listened on the port while it still lives; null: somebody does. */
  readonly closed_at: Milliseconds | null;
  /** Set: it has ended, and its log is asked why. */
  readonly death: LifeFacts | null;
}

/** Hold point 10: after measuring it is still the same generation, the same listener, and it still generates. */
export const unchanged: HoldPoint<Local> = {
  name: 'unchanged',
  watches_life: false,
  applies: () => true,
  begin: () => ({ closed_at: null, death: null }),

  ask(view, { death }) {
    const { address, port } = view.input.endpoint;
    const { generation } = view.facts;
    if (death !== null)
      return [
        probe('log', 'supervisor', 'log', generation, goalOf(view)?.log_from ?? 0),
        probe('machine', 'host', 'identity'),
      ];
    return [
      probe('life', 'supervisor', 'life', generation),
      probe('port', 'host', 'port', address, port),
      probe('generate', 'engine', 'generate', {
        prompt: 'Say the numbers that come after zero:',
        max_tokens: 8,
        timeout_ms: view.input.limits.quiet_ms,
        api: view.input.api,
      }),
      // A unit's log is kept only as far as it was read.
      probe('log', 'supervisor', 'log', generation, END_OF_LOG),
    ];
  },

  judge(view, local, answers): Judgement<Local> {
    const { closed_at, death } = local;
    if (death !== null) return { verdict: 'fail', fault: explained(view, death, answers) };
    const unreadable = faultOf(answers, 'life') ?? faultOf(answers, 'port') ?? faultOf(answers, 'generate');
    if (unreadable !== null) return { verdict: 'blind', local, fault: unreadable };
    const life = value<LifeFacts>(answers, 'life');
    const port = value<PortFacts>(answers, 'port');
    const answer = value<ProbeFacts>(answers, 'generate');
    if (life?.alive === false) {
      const restarted = restartedUnderLoad(life);
      if (restarted !== null) return { verdict: 'fail', fault: restarted };
      return { verdict: 'on', local: { closed_at, death: life } };
    }
    if (port?.listeners.length === 0) {
      const since = closed_at ?? view.now;
      if (view.now - since < ENDING_MS) return { verdict: 'again', local: { closed_at: since, death } };
    }
    const lost = changed(view, life, port, answer);
    if (lost !== null) return { verdict: 'fail', fault: lost };
    const generation = view.facts.generation;
    return {
      verdict: 'pass',
      evidence: [
        note('generation', generation === null ? 'none' : describeGeneration(generation)),
        ...(port?.listeners ?? []).map((listener) => describeHolder(listener)),
        note('answer', (answer?.text ?? '').slice(0, 120)),
      ],
    };
  },

  deadline: () => null,
  late: () => fault('hung', 'the server does not answer after the measurement'),
  waiting: () => 'a last look at the server that was measured',
};

function goalOf({ input: { goal } }: View) {
  return goal.kind === 'verify' ? goal : null;
}

function explained(view: View, life: LifeFacts, answers: Answers): Fault {
  return diedUnderLoad({
    engine: view.input.engine.name,
    generation: view.facts.generation,
    life,
    log: value<LogChunkFacts>(answers, 'log'),
    machine: value<MachineFacts>(answers, 'machine'),
    wanted: goalOf(view)?.wanted ?? [],
  });
}

function changed(view: View, life: LifeFacts | null, port: PortFacts | null, answer: ProbeFacts | null) {
  if (life === null || port === null)
    return fault('probe-failed', 'the server could not be looked at after the measurement');
  const who = listenerOf(port, life);
  const before = view.facts.listener;
  const evidence = port.listeners.map((listener) => describeHolder(listener));
  if ('name' in who) {
    const message = `pid ${before?.pid} no longer answers on the port: ${who.message}`;
    return fault('generation-changed', message, { evidence, data: { before, now: null } });
  }
  if (before === null || who.pid !== before.pid || who.inode !== before.inode) {
    const message = `pid ${before?.pid} was measured, pid ${who.pid} answers now: the server was restarted in between`;
    return fault('generation-changed', message, { evidence, data: { before, now: who } });
  }
  if (answer === null || answer.error !== null) {
    const message = `the server stopped generating during the measurement (${answer?.error ?? 'no answer'})`;
    return fault(answer?.timed_out === true ? 'hung' : 'not-generating', message);
  }
  return null;
}
