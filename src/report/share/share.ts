import type { CommandDocument } from '../../core/documents/sweep.ts';
import type { Fault } from '../../core/fault.ts';
import { shellHead, shellWord } from '../../core/plan/shell.ts';
import type { SweepReport } from '../model.ts';
import { type Found, find } from './found.ts';
import { hider } from './hide.ts';
import { Pseudonyms } from './pseudonyms.ts';

/** What only the machine at hand knows: its name, and who is logged in. */
export interface Own {
  readonly hosts: readonly string[];
  readonly users: readonly string[];
  readonly paths: readonly string[];
}

const HIDDEN = '(hidden)';
/** Faults whose message quotes an answer of the server. */
const QUOTING = new Set<Fault['name']>(['garbage', 'not-generating', 'hung']);
/** Keys under which what was asked or answered stands. */
const TEXT_KEYS = new Set(['mismatch', 'prompt', 'answer', 'output', 'completion']);
const TEXT_KINDS = new Set(['answer', 'output', 'prompt', 'request']);

/**
 * The report as it may be given away: hosts, users, paths, serial numbers, prompts and answers are hidden, one stand-in
 * for one thing. Names of settings, parameters, workloads and models stay, since the report is about them.
 */
export function shared(report: SweepReport, own: Own): SweepReport {
  const found: Found = { hosts: new Set(own.hosts), users: new Set(own.users), paths: new Set(own.paths) };
  find(report, found);
  const hide = hider(found, new Pseudonyms());
  return hidden(report, hide, '') as SweepReport;
}

type Hide = (text: string) => string;

/** Words of ours: a user who is called `best` must not take them away. */
const OURS = new Set([
  'status',
  'state',
  'kind',
  'to',
  'direction',
  'metric',
  'class',
  'scope',
  'rule',
  'source',
]);

function hidden(node: unknown, hide: Hide, key: string): unknown {
  if (typeof node === 'string') return TEXT_KEYS.has(key) ? HIDDEN : OURS.has(key) ? node : hide(node);
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map((item) => hidden(item, hide, key));
  const plain = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [hide(name), hidden(value, hide, name)]),
  );
  const named = { ...plain, ...(isNamedByUs(node) ? { name: node.name } : {}) };
  if (isCommand(node)) return { ...plain, shown: shellOf(plain as unknown as CommandDocument) };
  if (isEvidence(node)) return { ...plain, text: withoutText(node, hide) };
  if (isFault(node) && QUOTING.has(node.name))
    return { ...named, message: hide(node.message.replace(/[:(].*$/s, '').trim()) };
  return named;
}

/** Made anew from its words: in the text that is to be pasted a path may be quoted beyond recognition. */
function shellOf({ argv, env }: CommandDocument): string {
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${shellWord(value)}`);
  const [program = '', ...words] = argv;
  return [...assignments, shellHead(program), ...words.map(shellWord)].join(' ');
}

/** Quoted text with a space in it is speech and no name; what follows the name of a request's text is that text. */
function withoutText({ kind, text }: { readonly kind: string; readonly text: string }, hide: Hide): string {
  if (TEXT_KINDS.has(kind)) return HIDDEN;
  const speechless = text
    .replace(
      /(\b(?:prompts?|messages?|content|input(?:_text)?|text|question|answer|completion|query)["']?\s*[:=])\s*.+$/is,
      `$1 ${HIDDEN}`,
    )
    .replace(/"(?:[^"\\]|\\.)*\s(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*\s(?:[^'\\]|\\.)*'/g, HIDDEN);
  return hide(speechless);
}

function isCommand(node: object): boolean {
  return 'argv' in node && 'env' in node && 'shown' in node;
}

/** A fault or a hold point. */
function isNamedByUs(node: object): node is { name: string } {
  return isFault(node) || 'waited_s' in node;
}

function isEvidence(node: object): node is { kind: string; text: string } {
  const { kind, text } = node as { kind?: unknown; text?: unknown };
  return typeof kind === 'string' && typeof text === 'string';
}

function isFault(node: object): node is Fault {
  return 'name' in node && 'message' in node && 'evidence' in node;
}
