import { csv } from '../report/csv.ts';
import { page } from '../report/html/page.ts';
import { markdown } from '../report/markdown.ts';
import type { SweepReport } from '../report/model.ts';
import { writeText } from '../run/store.ts';

/** Writes the reports into a folder; all of them are made before the first is written. Fault: `journal-failed`. */
export function writeReports(dir: string, report: SweepReport): readonly string[] {
  const texts = {
    'results.csv': csv(report.document, report.simulated),
    'report.md': markdown(report),
    'report.html': page(report),
  };
  for (const [name, text] of Object.entries(texts)) writeText(dir, name, text);
  return Object.keys(texts);
}
