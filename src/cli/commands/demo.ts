import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { wrap } from '../../report/width.ts';
import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { holdpointAct } from '../demo/holdpoint-act.ts';
import { scriptsAct } from '../demo/scripts-act.ts';
import type { NaiveSetting } from '../demo/story.ts';
import { storyOptions } from '../demo/story-options.ts';
import { printEnvelope } from '../envelope.ts';
import { type Finished, finish } from '../finish.ts';
import type { Options } from '../options.ts';
import { definitionsIn, redactorFor } from '../redaction.ts';

const INTRODUCTION =
  'A simulated host with 8 devices serves a 548 GB model, which takes 420 s to load. Four settings are to be tried. ' +
  'Nothing here is real but Holdpoint itself: its loop, its adapters and its journal work on that host as on any other.';

const NOT_KEPT = `
All of it was simulated, and nothing is left of it on this machine.
--dir DIR keeps the run with its evidence; --fault NAME lets something go wrong.
`;

const YOUR_OWN = `
For a server of your own:
  holdpoint init --from-port 30000   a first holdpoint.yaml from what runs there
  holdpoint doctor                   what could fail late; touches nothing
  holdpoint sweep                    asks before it stops anything
`;

/** The story on a simulated host: first two scripts, then Holdpoint. */
export const demo: CommandFunction = async (context, { options }) => {
  const told = storyOptions(options);
  const first = await context.services.story(told);
  if (!options.json)
    context.stderr.write(`${wrap(INTRODUCTION, Math.min(100, context.stderr.columns - 1)).join('\n')}\n\n`);
  const quiet = options.json ? { ...context, stderr: { ...context.stderr, write() {} } } : context;
  const naive = await scriptsAct(quiet, first);
  if (options.naive) return answerNaive(context, options, naive);
  if (!options.json)
    context.stderr.write('\n2. Holdpoint, on the same host as it was before the scripts\n\n');
  const folder = folderOf(context, options);
  try {
    const story = await context.services.story(told);
    await holdpointAct({
      context,
      options,
      story,
      folder,
      seed: told.seed,
      finish: (finished) => answer(context, options, naive, finished),
    });
  } finally {
    if (options.dir === undefined) rmSync(folder, { recursive: true, force: true });
  }
};

/** The run is kept only where somebody asked for it. */
function folderOf(context: Context, options: Options): string {
  if (options.dir === undefined) return mkdtempSync(join(tmpdir(), 'holdpoint-demo-'));
  const folder = resolve(context.cwd, options.dir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function answerNaive(context: Context, options: Options, settings: readonly NaiveSetting[]): void {
  if (options.json)
    printEnvelope(context, { command: 'demo', simulated: true, data: { naive: { settings }, sweep: null } });
  else for (const { name, outcome } of settings) context.stdout.write(`${name}: ${outcome}\n`);
}

async function answer(
  context: Context,
  options: Options,
  settings: readonly NaiveSetting[],
  finished: Finished,
): Promise<void> {
  if (!options.json) {
    const kept = options.dir !== undefined;
    await finish(context, options, { ...finished, kept });
    if (!kept) context.stdout.write(NOT_KEPT);
    context.stdout.write(YOUR_OWN);
    return;
  }
  const { result, ports, stored } = finished;
  const redact = redactorFor(ports, definitionsIn(stored.plan));
  context.setExitCode(result.exit_code);
  printEnvelope(context, {
    command: 'demo',
    simulated: true,
    ok: result.exit_code === 0,
    data: { naive: { settings }, sweep: redact.json(result.document) },
    error: redact.json(result.fault),
  });
}
