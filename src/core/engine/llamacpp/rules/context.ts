import { dig, numberAt } from '../../json.ts';
import type { Observed } from '../../observed.ts';
import { lastMatch } from '../log.ts';
import { asked, askedNumber, type View } from '../view.ts';
import type { Judgement, Rule, Wanted } from './rule.ts';

/** The engine keeps the context of a sequence in blocks of this many tokens. */
const BLOCK = 256;

/** The context as the running server has it, in tokens. null: not said. */
export interface ContextFacts {
  /** What one slot may use. */
  readonly per_slot: number | null;
  /** Cells allocated over all sequences. */
  readonly total: number | null;
  readonly slots: number | null;
  /** One buffer shared by all slots: each of them sees the whole context. */
  readonly unified: boolean | null;
  /** What the model was trained for: no slot may use more. */
  readonly trained: number | null;
}

export function contextFacts(view: View): ContextFacts {
  const { documents } = view.sources;
  const inLog = (section: 'target' | 'load', pattern: RegExp) =>
    lastMatch(view.log[section], pattern)?.groups[0] ?? null;
  const logged = (section: 'target' | 'load', pattern: RegExp) => {
    const text = inLog(section, pattern);
    return text === null ? null : Number(text);
  };
  return {
    per_slot:
      numberAt(documents['/props'], 'default_generation_settings', 'n_ctx') ??
      numberAt(documents['/slots'], 0, 'n_ctx') ??
      logged('load', /n_ctx_slot = (\d+)/),
    total: logged('target', /^llama_context: n_ctx +=\s+(\d+)$/),
    slots: slotsOf(documents) ?? logged('load', /^srv +load_model: initializing, n_slots = (\d+)/),
    unified: unifiedOf(view, inLog('load', /kv_unified = '(\w+)'/)),
    trained:
      numberAt(documents['/v1/models'], 'data', 0, 'meta', 'n_ctx_train') ??
      logged('target', /^print_info: n_ctx_train +=\s+(\d+)$/),
  };
}

function slotsOf(documents: Readonly<Record<string, unknown>>): number | null {
  const list = dig(documents['/slots']);
  return (
    numberAt(documents['/props'], 'total_slots') ??
    (Array.isArray(list) && list.length > 0 ? list.length : null)
  );
}

/** From the log, else by what the engine does: a buffer of its own for each slot once their number is given. */
function unifiedOf(view: View, logged: string | null): boolean | null {
  if (logged !== null) return logged === 'true';
  const flag = asked(view, '--kv-unified');
  if (typeof flag === 'boolean') return flag;
  return (askedNumber(view, '--parallel') ?? -1) < 1;
}

/**
 * What the engine makes of `-c asked`: rounded up to blocks, divided by the slots where each has its own buffer,
 * rounded up again per sequence (llama.cpp `llama_context`: n_ctx, n_ctx_seq).
 */
export function expectedContext(
  wanted: number,
  facts: ContextFacts,
): { readonly total: number; readonly per_slot: number } {
  const sequences = facts.unified === false ? (facts.slots ?? 1) : 1;
  const per_sequence = blocks(Math.floor(blocks(wanted) / sequences));
  return { total: per_sequence * sequences, per_slot: Math.min(per_sequence, facts.trained ?? per_sequence) };
}

function blocks(tokens: number): number {
  return Math.ceil(tokens / BLOCK) * BLOCK;
}

function observe(view: View): Observed | null {
  const facts = contextFacts(view);
  if (facts.per_slot === null) return null;
  const divided = facts.unified === false && facts.slots !== null && facts.slots > 1;
  const value = facts.total ?? facts.per_slot * (divided ? (facts.slots ?? 1) : 1);
  const shape = divided
    ? `${facts.slots} slots x ${facts.per_slot}: explicit -np that divides the context`
    : `${facts.per_slot} per slot`;
  const source =
    view.sources.documents['/props'] != null || view.sources.documents['/slots'] != null
      ? 'server-info'
      : 'log';
  return { value, source, evidence: `n_ctx ${value} (${shape})` };
}

function judge(wanted: Wanted, _observed: Observed, view: View): Judgement {
  const facts = contextFacts(view);
  const tokens = Number(wanted) === 0 ? facts.trained : Number(wanted);
  if (tokens === null) return { agrees: true, rule: 'forced', note: 'taken from the model' };
  const expected = expectedContext(tokens, facts);
  const agrees =
    facts.per_slot === expected.per_slot && (facts.total === null || facts.total === expected.total);
  const rounded = expected.total > tokens;
  const capped =
    facts.trained !== null && expected.per_slot === facts.trained && expected.total > facts.trained;
  const notes = [
    rounded ? 'context rounded up (agrees by rule)' : null,
    capped ? `a slot uses at most the ${facts.trained} that the model was trained for` : null,
    agrees ? null : `expected ${expected.total}, ${expected.per_slot} per slot`,
  ];
  const rule = Number(wanted) === 0 ? 'forced' : rounded ? 'rounded-up' : 'equal';
  return { agrees, rule, note: notes.filter((n) => n !== null).join('; ') };
}

/** `-c`: allocated in blocks, divided among slots, capped at the trained length. 0: as the model was trained. */
export const context: Rule = {
  observe,
  judge,
  from: '`/props` `default_generation_settings.n_ctx`, else `/slots` `0.n_ctx`, else the log: `n_ctx_slot = N`; all slots together from the log: `llama_context: n_ctx = N`',
  says: 'rounded up to 256 tokens for each slot that has a part of its own, no slot above what the model was trained for; 0: as trained',
};
