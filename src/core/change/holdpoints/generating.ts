import { isGarbage } from '../../diagnose/garbage.ts';
import { fault } from '../../fault.ts';
import { visible } from '../../visible.ts';
import { faultOf, note, probe, value } from '../answers.ts';
import type { LifeFacts, PortFacts, ProbeFacts } from '../observations.ts';
import type { HoldPoint, Judgement, View } from '../types.ts';
import { listenerOf } from './identified.ts';

/** The text must not end in a full stop: some base models take it for the end. */
const PROMPTS = [
  'Count upwards from one, separated by spaces:',
  'List the first few whole numbers:',
  'Write the numbers that follow zero:',
  'Name the numbers in order, starting low:',
  'Go on with the sequence of whole numbers:',
];
const MAX_TOKENS = 32;
const ATTEMPTS = 3;

interface Local {
  readonly stage: 'single' | 'burst' | 'owner';
  readonly attempt: number;
  readonly probes: readonly ProbeFacts[];
}

/** Hold point 8: real completions came back from that listener, alone and in a small burst, and they are text. */
export const generating: HoldPoint<Local> = {
  name: 'generating',
  watches_life: true,
  applies: () => true,
  begin: () => ({ stage: 'single', attempt: 1, probes: [] }),

  ask(view, local) {
    if (local.stage === 'owner') {
      const { address, port } = view.input.endpoint;
      return [
        probe('port', 'host', 'port', address, port),
        probe('life', 'supervisor', 'life', view.facts.generation),
      ];
    }
    const prompts = local.stage === 'single' ? PROMPTS.slice(0, 1) : PROMPTS.slice(1);
    return prompts.map((prompt, i) =>
      probe(`generate-${i}`, 'engine', 'generate', {
        prompt,
        max_tokens: MAX_TOKENS,
        timeout_ms: view.input.limits.quiet_ms,
        api: view.input.api,
      }),
    );
  },

  judge(view, local, answers): Judgement<Local> {
    const unreadable = faultOf(answers, 'port') ?? faultOf(answers, 'life') ?? faultOf(answers, 'generate-0');
    if (unreadable !== null) return { verdict: 'blind', local, fault: unreadable };
    if (local.stage === 'owner')
      return owned(view, local, value<PortFacts>(answers, 'port'), value<LifeFacts>(answers, 'life'));
    const probes = [...answers.keys()]
      .map((tag) => value<ProbeFacts>(answers, tag))
      .filter((p) => p !== null);
    const failed = probes.find((p) => p.error !== null);
    if (failed !== undefined) return refused(view, local, failed);
    const garbage = probes.find((p) => isGarbage(p.text));
    if (garbage !== undefined && !tolerated(view)) {
      const evidence = [note('answer', garbage.text.slice(0, 400))];
      return {
        verdict: 'fail',
        facts: { garbage: true },
        fault: fault('garbage', 'the answers are not text', { evidence }),
      };
    }
    const facts = {
      probes: [...view.facts.probes, ...probes],
      garbage: view.facts.garbage || garbage !== undefined,
    };
    const next: Local = {
      stage: local.stage === 'single' ? 'burst' : 'owner',
      attempt: 1,
      probes: [...local.probes, ...probes],
    };
    return { verdict: 'on', local: next, facts };
  },

  deadline: () => null,
  late: () => fault('hung', 'the server took a request and did not answer'),
  waiting: (_view, local) =>
    local.stage === 'single' ? 'a first real answer' : 'the answers to a small burst of requests',
};

/** A server that we did not start may answer as it likes: what it does is the measure for the others. */
function tolerated(view: View): boolean {
  return (
    view.input.garbage_is_normal ||
    view.input.goal.kind === 'original' ||
    (view.facts.adopted && view.facts.present?.ours === false)
  );
}

function refused(view: View, local: Local, failed: ProbeFacts): Judgement<Local> {
  const said = `status ${failed.status ?? 'none'}: ${failed.error ?? ''}`;
  const evidence = [note('answer', `${said} ${failed.text.slice(0, 400)}`)];
  if (failed.timed_out) {
    const waited = Math.round(view.input.limits.quiet_ms / 1000);
    return {
      verdict: 'fail',
      fault: fault('hung', `no answer to a request of ${MAX_TOKENS} tokens within ${waited} s`, { evidence }),
    };
  }
  if (local.attempt < ATTEMPTS) return { verdict: 'again', local: { ...local, attempt: local.attempt + 1 } };
  return {
    verdict: 'fail',
    fault: fault('not-generating', `the server does not complete a request (${visible(said)})`, { evidence }),
  };
}

function owned(view: View, local: Local, port: PortFacts | null, life: LifeFacts | null): Judgement<Local> {
  if (port === null || life === null)
    return { verdict: 'fail', fault: fault('identity-unknown', 'the owner of the port could not be read') };
  const who = listenerOf(port, life);
  if ('name' in who) return { verdict: 'fail', fault: who };
  if (who.pid !== view.facts.listener?.pid || who.inode !== view.facts.listener.inode) {
    return { verdict: 'fail', fault: fault('identity-unknown', 'the listener changed while it answered') };
  }
  const tokens = local.probes.reduce((sum, p) => sum + p.completion_tokens, 0);
  return {
    verdict: 'pass',
    evidence: [
      note(
        'answer',
        `${local.probes.length} completions, ${tokens} tokens, from pid ${who.pid}: ${(local.probes[0]?.text ?? '').slice(0, 120)}`,
      ),
    ],
  };
}
