import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellWord } from '../../core/plan/shell.ts';
import { places } from '../remote/places.ts';

/** Programs of a host that act on the simulated one. */
const ACTING = ['systemctl', 'journalctl', 'nvidia-smi'] as const;

/** Those that keep its time. */
const TIMING = ['sleep', 'date', 'timeout'] as const;

/**
 * Small programs for PATH. Each says first that it is there, as `remote/presence.ts` has it. `holdpoint`: the words
 * that run this version of it.
 */
export function writePrograms(dir: string, holdpoint: readonly string[]): void {
  const { bin, programs } = places(dir);
  const run = holdpoint.map(shellWord).join(' ');
  const write = (name: string, command: string): void =>
    writeProgram(join(bin, name), [
      `: 2>/dev/null >${shellWord(programs)}/$$`,
      `HOLDPOINT_HOST=${shellWord(`sim:${dir}`)} exec ${command} "$@"`,
    ]);
  for (const tool of [...ACTING, ...TIMING]) write(tool, `${run} sim-tool --tool ${tool} --`);
  write('holdpoint', run);
}

/**
 * After the end: a script that still runs must not find the programs of the real machine behind those of the simulated
 * one. Real time is harmless.
 */
export function writeRefusals(dir: string): void {
  const { bin } = places(dir);
  mkdirSync(bin, { recursive: true });
  for (const name of [...ACTING, 'holdpoint']) {
    const said = shellWord(`${name}: the simulated host in ${dir} has been switched off; nothing was done`);
    writeProgram(join(bin, name), [`echo ${said} >&2`, 'exit 2']);
  }
}

function writeProgram(path: string, lines: readonly string[]): void {
  writeFileSync(path, `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 });
}
