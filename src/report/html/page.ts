import { contentHash } from '../../core/content-hash.ts';
import type { SweepReport } from '../model.ts';
import { html, Markup } from './markup.ts';
import { again } from './sections/again.ts';
import { answers } from './sections/answers.ts';
import { charts } from './sections/charts.ts';
import { decision } from './sections/decision.ts';
import { failures } from './sections/failures.ts';
import { heading, titleOf } from './sections/heading.ts';
import { results } from './sections/results.ts';
import { type Section, shown } from './sections/section.ts';
import { starts } from './sections/starts.ts';
import { undo } from './sections/undo.ts';
import { STYLE } from './style.ts';

/**
 * `report.html`: one file that loads nothing and runs nothing. The policy allows this very style and no other, so that
 * even text that got past the escaping could neither fetch, post, nor run.
 */
export function page(report: SweepReport): string {
  const sections = [
    results(report),
    charts(report),
    answers(report),
    starts(report),
    failures(report),
    undo(report),
    again(report),
  ].filter((section): section is Section => section !== null);
  const policy = `default-src 'none'; style-src '${contentHash(STYLE)}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${titleOf(report)}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>${heading(report)}</header>
<main>
${decision(report)}
<nav aria-label="Sections"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${sections.map(shown)}
</main>
</body>
</html>
`.text;
}
