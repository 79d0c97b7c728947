/** One `Key=Value` of a unit file, its continuation lines joined. `line` counts from 1. */
export interface Assignment {
  readonly section: string;
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

/** Something the manager writes into its log while it reads the file, and goes on. */
export interface Remark {
  readonly line: number;
  readonly text: string;
}

export interface ParsedText {
  readonly assignments: readonly Assignment[];
  readonly remarks: readonly Remark[];
}

const KNOWN_SECTIONS = new Set(['Unit', 'Service', 'Install']);

/** The lines of a unit file or drop-in (systemd.syntax(7)): comments, sections, continuation by a final backslash. */
export function parseAssignments(text: string): ParsedText {
  const assignments: Assignment[] = [];
  const remarks: Remark[] = [];
  let section: string | null = null;
  let ignored = false;
  for (const { text: content, line } of logicalLines(text)) {
    const header = /^\[(.*)\]$/.exec(content);
    if (header !== null) {
      section = header[1] ?? '';
      ignored = !KNOWN_SECTIONS.has(section);
      if (ignored && !section.startsWith('X-'))
        remarks.push({ line, text: `Unknown section '${section}'. Ignoring.` });
      continue;
    }
    if (section === null) {
      remarks.push({ line, text: 'Assignment outside of section. Ignoring.' });
      continue;
    }
    if (ignored) continue;
    const equals = content.indexOf('=');
    if (equals < 0) {
      remarks.push({ line, text: "Missing '=', ignoring line." });
      continue;
    }
    const key = content.slice(0, equals).trim();
    assignments.push({ section, key, value: content.slice(equals + 1).trim(), line });
  }
  return { assignments, remarks };
}

/** A continued line ends with the line that has no backslash; comments in between do not end it. */
function* logicalLines(text: string): Generator<{ readonly text: string; readonly line: number }> {
  let joined: string | null = null;
  let count = 0;
  for (const raw of text.split('\n')) {
    count += 1;
    const line = raw.trimStart();
    if (/^[#;]/.test(line) || (joined === null && line === '')) continue;
    const continued = endsInBackslash(raw);
    const content: string = (joined ?? '') + (continued ? `${raw.slice(0, -1)} ` : raw);
    if (continued) {
      joined = content;
      continue;
    }
    joined = null;
    if (content.trim() !== '') yield { text: content.trim(), line: count };
  }
  if (joined !== null && joined.trim() !== '') yield { text: joined.trim(), line: count };
}

function endsInBackslash(line: string): boolean {
  const trailing = /\\*$/.exec(line)?.[0].length ?? 0;
  return trailing % 2 === 1;
}
