import { visible } from '../../core/visible.ts';
import type { Grant } from '../../ports/supervisor.ts';
import { padEnd, wrap } from '../../report/width.ts';
import type { Check } from '../../run/doctor/check.ts';
import { examine } from '../../run/doctor/doctor.ts';
import { localStorage } from '../../run/doctor/storage.ts';
import { serviceKey } from '../../run/service-key.ts';
import { paintFor } from '../../tui/ansi.ts';
import { definitionOf, ownOf } from '../base.ts';
import type { CommandFunction } from '../command.ts';
import { loadConfiguration } from '../configuration.ts';
import type { Context } from '../context.ts';
import { printEnvelope } from '../envelope.ts';
import { requireLinux } from '../linux.ts';
import { presentOf } from '../present.ts';
import { redactorFor } from '../redaction.ts';
import { runsFolder } from '../runs-folder.ts';

const NOT_READY = 20;

export const doctor: CommandFunction = async (context, { options }) => {
  requireLinux(context, 'doctor');
  const configuration = await loadConfiguration(context, options);
  const ports = await context.services.wire(configuration, {
    tools_from_path: options.toolsFromPath === true,
  });
  const runs_dir = runsFolder(context, options);
  const present = await presentOf(configuration, ports, runs_dir);
  const definition = definitionOf(
    configuration,
    ports.engine_definition,
    present,
    await ownOf(ports.supervisor, present),
  );
  const redact = redactorFor(ports, [definition, present.definition]);
  const found = await examine({
    configuration,
    ports,
    storage: localStorage,
    runs_dir,
    lock_names: [serviceKey(configuration)],
    present,
    definition,
    path: context.env['PATH'] ?? '',
    probe: options.probe === true,
    ...(ports.host.simulated ? {} : { sandbox: await context.services.sandbox() }),
  });
  const checks = redact.json(found);
  const grants = grantsOf(checks);
  const sick = checks.some((check) => check.state === 'failed');
  if (options.json) {
    const shown = checks.map(({ grant: _, ...check }) => ({
      ...check,
      text: visible(check.text),
      remedy: check.remedy === null ? null : visible(check.remedy),
    }));
    printEnvelope(context, {
      command: 'doctor',
      simulated: ports.host.simulated,
      ok: !sick,
      data: { checks: shown, grants },
    });
  } else {
    print(context, checks);
    printGrants(context, grants);
  }
  if (sick) context.setExitCode(NOT_READY);
};

/** Each file once: several rights may want the same. */
function grantsOf(checks: readonly Check[]): readonly Grant[] {
  return [
    ...new Map(checks.flatMap(({ grant }) => (grant === undefined ? [] : [[grant.file, grant]]))).values(),
  ];
}

/** Unwrapped, so that it can be pasted as it is. */
function printGrants({ stdout }: Context, grants: readonly Grant[]): void {
  for (const { file, mode, text, worth } of grants) {
    stdout.write(`\n${visible(file)}, owned by root, mode ${mode}:\n\n`);
    for (const line of text.split('\n').slice(0, -1)) stdout.write(`${visible(line)}\n`);
    stdout.write(`\nWhat it is worth: ${visible(worth)}.\n`);
  }
}

const LABEL = 30;

function print(context: Context, checks: readonly Check[]): void {
  const { stdout } = context;
  const paint = paintFor(stdout.isTTY, context.env);
  const ink = { ok: paint.good, warning: paint.doubtful, failed: paint.bad, unknown: paint.faint };
  const room = Math.max(30, stdout.columns - LABEL);
  for (const { name, state, text, remedy } of checks) {
    const lines = wrap(visible(text), room);
    const label = `${ink[state](padEnd(state, 9))}${padEnd(name, LABEL - 9)}`;
    lines.forEach((line, index) => stdout.write(`${index === 0 ? label : ' '.repeat(LABEL)}${line}\n`));
    if (remedy !== null)
      for (const line of wrap(visible(remedy), room))
        stdout.write(`${' '.repeat(LABEL)}${paint.faint(line)}\n`);
  }
  const count = (state: Check['state']): number => checks.filter((check) => check.state === state).length;
  const failures = count('failed');
  stdout.write(
    failures === 0
      ? `nothing stands in the way (${count('warning')} warnings, ${count('unknown')} unknown)\n`
      : `${failures} of ${checks.length} checks failed\n`,
  );
}
