import type { Evidence } from '../../../core/fault.ts';
import { failuresOf } from '../../failures.ts';
import { counted } from '../../format.ts';
import type { SweepReport } from '../../model.ts';
import { html, type Markup, shortened } from '../markup.ts';
import type { Section } from './section.ts';

/** The run folder keeps all of it; a report of 50 settings must stay one that can be sent. */
const PIECES = 12;
const LONGEST = 600;

/** What went wrong, each with the lines that show it. */
export function failures({ document }: SweepReport): Section | null {
  const all = failuresOf(document);
  if (all.length === 0) return null;
  return {
    id: 'failures',
    title: 'What failed',
    body: html`${all.map(
      ({ what, fault, recovered }) => html`<h3>${shortened(what, LONGEST)}: ${fault.name}</h3>
<p>${shortened(fault.message, LONGEST)}</p>
${evidence(fault.evidence)}
<p>${recovered ? 'Tried again, then measured.' : shortened(fault.hint, LONGEST)}</p>`,
    )}`,
  };
}

function evidence(pieces: readonly Evidence[]): Markup | null {
  if (pieces.length === 0) return null;
  const more = pieces.length - PIECES;
  return html`<ul>${pieces.slice(0, PIECES).map((piece) => html`<li>${placeOf(piece)}: <code>${shortened(piece.text, LONGEST)}</code></li>`)}${
    more > 0 ? html`<li>and ${counted(more, 'more piece')} of evidence in the run folder</li>` : null
  }</ul>`;
}

function placeOf({ kind, file, line }: Evidence): string {
  if (file === undefined) return kind;
  return line === undefined ? file : `${file}:${line}`;
}
