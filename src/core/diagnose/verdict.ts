import type { DiagnoseDocument, DiagnosedLine } from '../documents/diagnose.ts';
import { ENGINE_NAMES, engineDefinition } from '../engine/index.ts';
import { type Fault, fault } from '../fault.ts';
import { GiB } from '../units.ts';
import { visible } from '../visible.ts';
import { type Diagnosis, explain } from './classify.ts';
import type { Generation } from './generation.ts';
import type { MemoryFacts } from './leftover.ts';
import type { Lives } from './lives.ts';
import { withoutSecrets } from './redact.ts';
import { upstreamLine } from './upstream-line.ts';

/** A line is shown up to here. */
const LONGEST_SHOWN = 2000;
const MOST_CONSEQUENCES = 50;

/** What the log says by now. State declares a failure: without an end in the text there is none. */
export function documentOf(lives: Lives, lines: number, cut: string | null): DiagnoseDocument {
  const { present } = lives;
  const found = explain(present, {
    exit: present.exit,
    swept: [],
    lines: lives.words,
    memory: memoryIn(lives),
    definition: null,
  });
  const verdict = verdictOf(lives, found, cut);
  const failed = verdict === 'failed';
  const tells = failed || (verdict !== 'ready' && present.stopped === null);
  const root = tells ? found.root : null;
  const shown = root === null ? null : clean(root);
  return {
    verdict,
    engine: present.dialect.engine === '' ? null : present.dialect.engine,
    phase: present.phase,
    fault: failed ? faultOf(present, found, shown) : null,
    root: shown,
    consequences: (tells ? found.consequences : []).slice(0, MOST_CONSEQUENCES).map(clean),
    notes: [...notesOf(lives, found, verdict, cut, lines), ...(failed ? [upstreamLine(present, found)] : [])],
    lines,
    harmless: found.harmless,
  };
}

type Verdict = DiagnoseDocument['verdict'];

function verdictOf(lives: Lives, found: Diagnosis, cut: string | null): Verdict {
  const { present } = lives;
  if (cut !== null) return 'unknown';
  // of a program that nobody knows only the kernel and the service manager are believed
  if (present.dialect.engine === '')
    return present.ended !== null && found.root !== null && found.root.signature !== 'unclassified'
      ? 'failed'
      : 'unknown';
  if (present.ended !== null) return 'failed';
  if (present.stopped !== null) return present.ready ? 'ready' : 'unknown';
  if (present.over !== null && (found.root !== null || found.consequences.length > 0)) return 'failed';
  if (present.ready) return 'ready';
  return present.over === null && present.phase !== null ? 'loading' : 'unknown';
}

function faultOf({ exit, phase }: Generation, found: Diagnosis, root: DiagnosedLine | null): Fault {
  const how =
    exit?.signal != null ? ` with ${exit.signal}` : exit?.code != null ? ` with code ${exit.code}` : '';
  const said = root === null ? (found.notes[0] ?? 'the log does not say why') : root.text.slice(0, 300);
  return fault('exited', `the server ended${how} (${found.cause}): ${said}`, {
    data: { code: exit?.code ?? null, signal: exit?.signal ?? null, phase, leftover: found.leftover },
    cause: found.cause,
    evidence: root === null ? [] : [{ kind: 'log', text: root.text, line: root.line }],
    ...(found.hint === null ? {} : { hint: found.hint }),
  });
}

function notesOf(
  lives: Lives,
  found: Diagnosis,
  verdict: Verdict,
  cut: string | null,
  lines: number,
): string[] {
  const { present } = lives;
  const notes: string[] = [];
  if (cut !== null) notes.push(`${cut}: what is missing may say more, so nothing is claimed`);
  if (lines === 0) return cut === null ? ['the log is empty'] : notes;
  if (present.dialect.engine === '')
    notes.push('no engine that is known here wrote this (--engine NAME says which did)');
  else if (verdict === 'unknown' && present.stopped !== null)
    notes.push(`the server was asked to stop while it was loading (line ${present.stopped.line})`);
  else if (verdict === 'ready' && present.stopped !== null)
    notes.push(`it came up, and was later asked to stop (line ${present.stopped.line})`);
  else if (verdict !== 'failed' && verdict !== 'ready' && found.root !== null)
    notes.push('nothing in this log shows that the process ended: the line explains only if it did');
  if (lives.units.size > 1)
    notes.push(
      `the log speaks of several units (${[...lives.units].slice(0, 5).join(', ')}): give that of one`,
    );
  const first = lives.forgotten + lives.earlier.length;
  if (first > 0) notes.push(earlierLives(lives, first));
  if (verdict === 'failed' || (verdict !== 'ready' && present.stopped === null))
    notes.push(...found.notes.map(shownText));
  if (found.leftover === 'confirmed' || found.leftover === 'suspected')
    notes.push(`memory of others was in the way: ${found.leftover}`);
  for (const { id, why } of present.degraded.values()) notes.push(`less than was asked for (${id}): ${why}`);
  for (const { line, signature } of present.remarks.values())
    notes.push(
      `line ${line.line}: ${shownText(line.text)}${signature.hint === undefined ? '' : ` (${signature.hint})`}`,
    );
  return notes;
}

function earlierLives({ earlier }: Lives, count: number): string {
  const each = earlier.slice(-5).map((life) => {
    const how = life.root?.signature.cause;
    const what =
      life.stopped !== null
        ? 'stopped on request'
        : life.ended !== null
          ? `failed (${how ?? 'unknown'})`
          : life.ready
            ? 'was ready'
            : 'its end is not in the log';
    return `from line ${life.first_line ?? 1}: ${what}`;
  });
  return `${count} earlier ${count === 1 ? 'start stands' : 'starts stand'} in this log; the last one is judged (${each.join('; ')})`;
}

/** A start that found much less memory than an earlier one in the same log was not alone. */
function memoryIn({ present, earlier }: Lives): MemoryFacts {
  const free = freeOf(present);
  const before = earlier.map(freeOf).filter((bytes) => bytes !== null);
  if (free === null || before.length === 0) return { clean: null, started_before: false };
  const most = Math.max(...before);
  if (free >= most - Math.max(2 * GiB, most * 0.03)) return { clean: null, started_before: false };
  const gib = (bytes: number) => `${(bytes / GiB).toFixed(1)} GiB`;
  return {
    clean: false,
    started_before: false,
    why: `this start found ${gib(free)} free, an earlier one in the same log ${gib(most)}: the rest was held by others`,
  };
}

function freeOf({ dialect, loading }: Generation): number | null {
  const name = ENGINE_NAMES.find((known) => known === dialect.engine);
  return name === undefined ? null : engineDefinition(name).freeAtLoad(loading);
}

function clean(line: DiagnosedLine): DiagnosedLine {
  return { ...line, text: shownText(line.text) };
}

function shownText(text: string): string {
  const whole = visible(withoutSecrets(text.slice(0, LONGEST_SHOWN)));
  return text.length > LONGEST_SHOWN ? `${whole}…` : whole;
}
