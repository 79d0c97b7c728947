import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { ReportDocument } from '../../core/documents/report.ts';
import { visible } from '../../core/visible.ts';
import { morningLine } from '../../report/morning-line.ts';
import { type Own, shared } from '../../report/share/share.ts';
import { makeFolder } from '../../run/store.ts';
import type { CommandFunction } from '../command.ts';
import { printEnvelope } from '../envelope.ts';
import { chosenRun } from '../runs-folder.ts';
import { storedReport } from '../stored-report.ts';
import { writeReports } from '../write-reports.ts';

/** Beside the run's own reports, so that one is never sent in place of the other. */
const SHARE = 'share';

/** Makes the reports of a run anew from its folder alone, also of a run that has not ended. */
export const report: CommandFunction = async (context, { operands, options }) => {
  const dir = chosenRun(context, options, operands[0]);
  const { stored, report: told } = await storedReport(context, dir);
  const share = options.share === true;
  const shown = share ? shared(told, own(stored.configuration.endpoint.address)) : told;
  const folder = share ? join(dir, SHARE) : dir;
  if (share) makeFolder(folder);
  const files = writeReports(folder, shown).map((name) => join(folder, name));
  if (options.json) {
    const data: ReportDocument = { run: stored.id, state: told.document.state, share, files };
    printEnvelope(context, { command: 'report', simulated: told.simulated, data });
    return;
  }
  for (const file of files) context.stdout.write(`${visible(file)}\n`);
  context.stderr.write(`${morningLine(told)}\n`);
};

function own(address: string): Own {
  return { hosts: [hostname(), address], users: [userName()], paths: [homedir()] };
}

/** There may be no such user: in a container the number alone is known. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
