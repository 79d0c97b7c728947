import type { TrialDocument } from '../../../core/documents/sweep.ts';
import { shellWord } from '../../../core/plan/shell.ts';
import { visible } from '../../../core/visible.ts';
import type { SweepReport } from '../../model.ts';
import { html, type Markup } from '../markup.ts';
import { effectiveList } from './effective-list.ts';
import type { Section } from './section.ts';
import { shellText } from './shell-text.ts';

/** How the sweep and each setting of it are made again, and how that is undone. */
export function again(report: SweepReport): Section {
  const { trials, baseline } = report.document;
  const file = shellWord(visible(report.configuration_file));
  const kept = trials.find((trial) => trial.name === baseline);
  return {
    id: 'again',
    title: 'To do it again',
    body: html`<p>The whole sweep, everything measured anew:</p>${shellText(`holdpoint sweep -f ${file} --fresh`)}
<p>One setting: <code>holdpoint apply</code> brings it with proof and keeps it. The second line undoes that.</p>
${trials.map((trial) => oneTrial(trial, file, kept))}`,
  };
}

function oneTrial(trial: TrialDocument, file: string, kept: TrialDocument | undefined): Markup {
  const change = applied(trial, file);
  const back = kept === undefined || kept === trial ? null : applied(kept, file);
  const lines = change === null ? [] : [change, ...(back === null ? [] : [`${back}   # to undo it`])];
  const effective = trial.starts.findLast((start) => start.fault === null)?.effective ?? {};
  return html`<details><summary>${trial.name}</summary>
${lines.length === 0 ? null : shellText(lines.join('\n'))}
<p>The command by itself:</p>${shellText(trial.command.shown)}
${
  Object.keys(effective).length === 0
    ? null
    : html`<p>What the running engine said of it:</p>${effectiveList(effective)}`
}
</details>
`;
}

/** null: the setting names no parameter, so there is nothing to apply. */
function applied({ setting }: TrialDocument, file: string): string | null {
  const words = Object.entries(setting).map(([name, value]) =>
    shellWord(visible(`${name}=${String(value)}`)),
  );
  return words.length === 0
    ? null
    : `holdpoint apply -f ${file} ${words.map((word) => `--set ${word}`).join(' ')}`;
}
