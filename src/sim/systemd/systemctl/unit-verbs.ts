import type { Signal } from '../../machine.ts';
import type { ServiceManager } from '../manager.ts';
import { SIGNAL_NUMBERS } from '../service/exit-status.ts';
import { ACTIVE_STATES } from '../service/state.ts';
import { failed, printed, type ToolResult } from '../tool-result.ts';
import { loadUnit } from '../unit-file/load-unit.ts';
import { unitName } from '../unit-name.ts';
import type { CommandLine } from './command-line.ts';
import { unitFileState } from './properties.ts';

/** `is-active` (0 if any is active, else 3) and `is-failed` (0 if any is failed, else 1). */
export function isInState(
  manager: ServiceManager,
  line: CommandLine,
  wanted: 'active' | 'failed',
): ToolResult {
  const states = line.words.map((word) => ACTIVE_STATES[manager.unit(unitName(word)).state]);
  const other = wanted === 'active' ? 3 : 1;
  return printed(line.quiet ? '' : lines(states), states.includes(wanted) ? 0 : other);
}

/** Reads the disk, not what was loaded. */
export function isEnabled(manager: ServiceManager, { words, quiet }: CommandLine): ToolResult {
  const { files, kernel } = manager.machine;
  const states: string[] = [];
  for (const word of words) {
    const name = unitName(word);
    const state = unitFileState(
      loadUnit(files, { unit: name, hostname: kernel.hostname, boot_id: kernel.boot_id }),
    );
    if (state === '')
      return failed(1, `Failed to get unit file state for ${name}: No such file or directory`);
    states.push(state);
  }
  const good = states.some((state) => state === 'enabled' || state === 'static');
  return printed(quiet ? '' : lines(states), good ? 0 : 1);
}

/** Sends a signal to processes of units that are in memory. */
export function killUnits(manager: ServiceManager, line: CommandLine): ToolResult {
  const signal = parseSignal(line.signal);
  if (signal === null) return failed(1, `Failed to parse signal string "${line.signal}".`);
  for (const name of line.words.map(unitName)) {
    const service = manager.inMemory(name);
    const refusal =
      service === null
        ? `Unit ${name} not loaded.`
        : line.kill_whom === 'control'
          ? 'No control process to kill'
          : line.kill_whom !== 'main' && line.kill_whom !== 'all'
            ? `Invalid who argument ${line.kill_whom}`
            : service.kill(line.kill_whom, signal)
              ? null
              : 'No main process to kill';
    if (refusal !== null) return failed(1, `Failed to kill unit ${name}: ${refusal}`);
  }
  return printed('');
}

/** Of the units named, or of all. A unit that nothing keeps in memory is an error. */
export function resetFailed(manager: ServiceManager, { words }: CommandLine): ToolResult {
  if (words.length === 0) for (const service of manager.services()) service.resetFailed();
  for (const name of words.map(unitName)) {
    const service = manager.inMemory(name);
    if (service === null)
      return failed(1, `Failed to reset failed state of unit ${name}: Unit ${name} not loaded.`);
    service.resetFailed();
  }
  return printed('');
}

/** The files of units as they lie on disk, each under its path. */
export function printFiles(manager: ServiceManager, { words }: CommandLine): ToolResult {
  const { files } = manager.machine;
  let stderr = '';
  const blocks: string[] = [];
  for (const name of words.map(unitName)) {
    const { unit } = manager.unit(name);
    if (unit.fragment_path === null) stderr += `No files found for ${name}.\n`;
    else
      for (const path of [unit.fragment_path, ...unit.drop_in_paths])
        blocks.push(`# ${path}\n${files.read(path) ?? ''}`);
  }
  return { code: stderr === '' ? 0 : 1, stdout: blocks.join('\n'), stderr };
}

/** `enable` and `disable`: makes or removes the links that want the unit at boot. A link is a file here. */
export function setEnabled(manager: ServiceManager, { words, verb }: CommandLine): ToolResult {
  const { files, kernel } = manager.machine;
  let stderr = '';
  for (const name of words.map(unitName)) {
    const unit = loadUnit(files, { unit: name, hostname: kernel.hostname, boot_id: kernel.boot_id });
    if (unit.fragment_path === null)
      return failed(1, `Failed to ${verb} unit: Unit file ${name} does not exist.`);
    if (verb === 'enable')
      for (const target of unit.definition.wanted_by) {
        const link = `/etc/systemd/system/${target}.wants/${name}`;
        files.write(link, unit.fragment_path);
        stderr += `Created symlink ${link} → ${unit.fragment_path}.\n`;
      }
    else for (const link of unit.wants) if (files.remove(link)) stderr += `Removed "${link}".\n`;
  }
  manager.daemonReload();
  return { code: 0, stdout: '', stderr };
}

export function listJobs(manager: ServiceManager): ToolResult {
  const jobs = manager.jobs();
  if (jobs.length === 0) return printed('No jobs running.\n');
  const rows = [
    ['JOB', 'UNIT', 'TYPE', 'STATE'],
    ...jobs.map(({ id, service, type, state }) => [String(id), service.unit.name, type, state]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const text = rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' '));
  return printed(`${lines(text)}\n${jobs.length} jobs listed.\n`);
}

/** By name with or without SIG, or by number. */
function parseSignal(text: string): Signal | null {
  const name = text.replace(/^SIG/, '');
  const known = Object.entries(SIGNAL_NUMBERS) as [Signal, number][];
  return known.find(([signal, number]) => signal === name || String(number) === name)?.[0] ?? null;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
