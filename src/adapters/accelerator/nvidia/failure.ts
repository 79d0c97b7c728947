import { type Evidence, type Fault, type FaultName, fault } from '../../../core/fault.ts';
import { visible } from '../../../core/visible.ts';
import type { RunResult } from '../../../ports/host.ts';
import { isLeftBehind } from '../tool-probe.ts';

/** Exit codes of `nvidia-smi`, from its manual page ("RETURN VALUE"). */
const EXIT: Readonly<Record<number, readonly [FaultName, string]>> = {
  2: ['probe-failed', 'nvidia-smi does not know a field that is needed'],
  3: ['probe-failed', 'what was asked is not available on a device'],
  4: ['permission', 'nvidia-smi may not be asked by this user'],
  6: ['device-missing', 'nvidia-smi finds no device'],
  8: ['probe-failed', 'the power cables of a device are not attached'],
  9: ['probe-failed', 'the NVIDIA driver is not loaded'],
  10: ['probe-failed', 'the kernel found an interrupt problem of a device'],
  12: ['probe-failed', 'the NVML library is not found'],
  13: ['probe-failed', 'the NVML library is of another version than nvidia-smi'],
  14: ['probe-failed', 'the infoROM of a device is damaged'],
  15: ['device-missing', 'a device fell off the bus'],
};

const LONGEST_QUOTE = 300;

/** What it says of a device that does not answer any more, where it asks for one and in the cells of one. */
const LOST = /\bGPU is lost\b|\bfallen off the bus\b/i;

/** Why a call gave no answer, with the tool's own words; null: it ended well. */
export function failureOf(run: RunResult): Fault | null {
  if (run.timed_out) {
    const left = isLeftBehind(run) ? 'could not be ended and was left behind' : 'was ended';
    return toolFault('probe-hung', `nvidia-smi did not answer in ${seconds(run.took_ms)} and ${left}`, run);
  }
  if (run.code === 0)
    return /^No devices were found/m.test(run.stdout) ? toolFault('device-missing', EXIT[6]?.[1], run) : null;
  if (isLost(run)) return lostFault(run);
  const [name, text] = (run.code === null ? undefined : EXIT[run.code]) ?? ['probe-failed', undefined];
  return toolFault(name, text ?? `nvidia-smi ended with ${run.signal ?? `exit code ${run.code}`}`, run);
}

/** Only of answers about devices: the name of a process is anybody's text. */
export function isLost(run: RunResult): boolean {
  return LOST.test(run.stdout) || LOST.test(run.stderr);
}

export function lostFault(run: RunResult): Fault {
  const line = `${run.stdout}\n${run.stderr}`.split('\n').find((text) => LOST.test(text)) ?? '';
  return toolFault('device-missing', `a device is lost: ${quote(line)}`, run);
}

/** The question itself is not for this kind of device: its processes are not told. */
export function isNotSupported(run: RunResult): boolean {
  return run.code === 3 || (run.code !== 0 && /not supported/i.test(run.stdout + run.stderr));
}

/** It says so on stdout: `Field "x" is not a valid field to query.` */
export function isUnknownField(run: RunResult): boolean {
  return run.code === 2 && /not a valid field/i.test(run.stdout + run.stderr);
}

/** An answer that is not what was asked for. */
export function garbageFault(run: RunResult, text: string): Fault {
  return toolFault('probe-failed', `the answer of nvidia-smi cannot be read: ${quote(text)}`, run);
}

function toolFault(name: FaultName, text: string | undefined, run: RunResult): Fault {
  const said = quote(run.stdout) || quote(run.stderr);
  const evidence: Evidence = {
    kind: 'tool',
    text: visible(`${run.argv.join(' ')}: ${said || 'no output'} (exit code ${run.code ?? 'none'})`),
  };
  const spoken = said === '' || run.code === 0 ? '' : ` (${said})`;
  const message = `${text ?? 'nvidia-smi failed'}${spoken}`;
  return fault(name, message, { evidence: [evidence], data: { code: run.code } });
}

/** The first line that says something, for one line of text. */
function quote(text: string): string {
  return visible(text.trim().split('\n')[0] ?? '').slice(0, LONGEST_QUOTE);
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
