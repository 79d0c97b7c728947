import type { Capacity, Effective, ReadBackSources } from '../../engine/definition.ts';
import { type Evidence, fault } from '../../fault.ts';
import { faultOf, note, probe, value } from '../answers.ts';
import type { EngineReportFacts, LogChunkFacts, PresentFacts, ProbeFacts } from '../observations.ts';
import { sameArguments } from '../same-definition.ts';
import type { HoldPoint, Judgement, View } from '../types.ts';

/** A capacity below this share of the last good start is a loss, not noise of the allocator. */
const CAPACITY_TOLERANCE = 0.97;

/** Hold point 9: the engine's own report of every swept parameter agrees, and it can hold what it held before. */
export const effective: HoldPoint<null> = {
  name: 'effective',
  watches_life: true,
  applies: () => true,
  begin: () => null,

  ask(view) {
    const { generation, log_cursor } = view.facts;
    return [
      probe('report', 'engine', 'report'),
      probe('log', 'supervisor', 'log', generation, log_cursor),
      probe('present', 'supervisor', 'present'),
    ];
  },

  judge(view, _local, answers): Judgement<null> {
    const unreadable = faultOf(answers, 'report') ?? faultOf(answers, 'present');
    if (unreadable !== null) return { verdict: 'blind', local: null, fault: unreadable };
    const report = value<EngineReportFacts>(answers, 'report');
    const running = value<PresentFacts>(answers, 'present')?.definition ?? null;
    const chunk = value<LogChunkFacts>(answers, 'log');
    const log = [...view.facts.log, ...(chunk?.lines ?? [])];
    if (running === null)
      return {
        verdict: 'fail',
        fault: fault('identity-unknown', 'the arguments of the running server cannot be read'),
      };
    const sources = {
      documents: report?.documents ?? {},
      log,
      behaviour: behaviourOf(view.facts.probes),
      argv: running.argv,
      env: running.env,
      cores: view.input.cores,
    };
    const goal = view.input.goal;
    const engine = view.input.engine;
    const found = engine.effective(goal.kind === 'setting' ? goal.wanted : [], sources);
    const capacity = engine.capacity(sources);
    const facts = {
      report,
      log,
      log_cursor: chunk?.cursor ?? view.facts.log_cursor,
      effective: found,
      capacity,
      model: report?.model ?? null,
      version: report?.version ?? engine.version(sources.documents, log),
    };
    const lost =
      mismatch(found) ??
      idleDraft(view, sources) ??
      argvMismatch(view, running.argv) ??
      degraded(view, capacity);
    if (lost !== null) return { verdict: 'fail', facts, fault: lost };
    return {
      verdict: 'pass',
      facts,
      evidence: [...evidenceOf(found, capacity, running.argv), ...instanceOf(view, sources)],
    };
  },

  deadline: () => null,
  late: () => fault('probe-hung', 'the server does not report what it runs with'),
  waiting: () => "the engine's own report of what it runs with",
};

function instanceOf({ input: { engine } }: View, { documents }: ReadBackSources): readonly Evidence[] {
  const own = engine.instance?.(documents) ?? null;
  return own === null ? [] : [note('identity', own)];
}

function behaviourOf(probes: readonly ProbeFacts[]) {
  const sum = (key: string) => {
    const known = probes.map((p) => p.timings?.[key]).filter((n): n is number => n !== undefined);
    return known.length === 0 ? null : known.reduce((total, n) => total + n, 0);
  };
  return { draft_tokens: sum('draft_n'), accepted_tokens: sum('draft_n_accepted') };
}

function mismatch(found: Readonly<Record<string, Effective>>) {
  const wrong = Object.entries(found).filter(([, e]) => !e.agrees);
  const first = wrong[0];
  if (first === undefined) return null;
  const [parameter, { wanted, got }] = first;
  const message = wrong.map(([name, e]) => `${name} is ${show(e.got)}, wanted ${show(e.wanted)}`).join('; ');
  const evidence = wrong.map(([name, e]) => note('report', `${name}: ${e.evidence}`));
  return fault('config-mismatch', message, { evidence, data: { parameter, wanted, got } });
}

/**
 * The command asks for speculation that is not seen to happen; an original is taken as it was found. Where answers do
 * not count drafted tokens, the engine's report and its log tell.
 */
function idleDraft(view: View, sources: ReadBackSources) {
  const { goal, engine } = view.input;
  // what the service runs by itself is taken as it is, too
  const own = goal.kind === 'setting' && goal.standing?.promoted === null;
  const found = own || (view.facts.present?.ours === false && view.facts.adopted);
  if (goal.kind !== 'setting' || found || !engine.speculates(sources.argv)) return null;
  const { on, evidence } = engine.drafting(sources);
  if (on === true) return null;
  const lost = on === false ? 'the server drafts nothing' : 'nothing shows that the server drafts';
  return fault('config-mismatch', `the command asks for speculation, but ${lost}`, {
    evidence: [note('behaviour', evidence)],
    data: { parameter: 'speculation', wanted: 'drafts', got: sources.behaviour.draft_tokens },
  });
}

/**
 * A restored original has nothing that was swept: its own argv must be back, argument by argument. What stays for good
 * is not trusted to its parameters alone either.
 */
function argvMismatch({ input: { goal } }: View, argv: readonly string[]) {
  const kept = goal.kind === 'setting' && goal.standing !== undefined ? goal.definition.argv : null;
  const wanted = goal.kind === 'original' ? (goal.original.definition?.argv ?? null) : kept;
  if (wanted === null || sameArguments(argv, wanted)) return null;
  const whose = goal.kind === 'original' ? 'of the original' : 'that are to stay';
  const data = { parameter: 'argv', wanted: wanted.join(' '), got: argv.join(' ') };
  return fault('config-mismatch', `the running arguments are not those ${whose}`, { data });
}

function degraded(view: View, capacity: readonly Capacity[]) {
  const goal = view.input.goal;
  for (const before of (goal.kind === 'setting' ? goal.capacity : null) ?? []) {
    const now = capacity.find((c) => c.name === before.name);
    if (now !== undefined && now.value < before.value * CAPACITY_TOLERANCE) {
      const message = `${before.name} is ${now.value}, it was ${before.value} in the last good start of this setting`;
      return fault('degraded', message, {
        data: { what: before.name, got: now.value, expected: before.value },
      });
    }
  }
  return null;
}

function evidenceOf(
  found: Readonly<Record<string, Effective>>,
  capacity: readonly Capacity[],
  argv: readonly string[],
): Evidence[] {
  const lines = Object.entries(found).map(([name, e]) =>
    note(
      'report',
      `${name} = ${show(e.got)} (wanted ${show(e.wanted)}, rule ${e.rule}, from ${e.source ?? 'nowhere'}): ${e.evidence}`,
    ),
  );
  if (lines.length === 0) lines.push(note('argv', argv.join(' ')));
  return [...lines, ...capacity.map((c) => note('capacity', `${c.name} = ${c.value}`))];
}

function show(value: unknown): string {
  return value === null ? 'absent' : String(value);
}
