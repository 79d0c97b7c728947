import { parseDuration } from '../core/config/duration.ts';
import type { Parsed } from '../core/config/parsed.ts';
import { parseSize } from '../core/config/size.ts';
import { FaultError, fault } from '../core/fault.ts';
import type { Bytes, Milliseconds } from '../core/units.ts';

/** The same notation as in the file. null: not given. Fault: `usage`. */
export function durationOption(name: string, text: string | undefined): Milliseconds | null {
  return text === undefined ? null : optionValue(name, parseDuration(text));
}

export function sizeOption(name: string, text: string | undefined): Bytes | null {
  return text === undefined ? null : optionValue(name, parseSize(text));
}

export function optionValue<T>(name: string, parsed: Parsed<T>): T {
  if (parsed.ok) return parsed.value;
  throw new FaultError(fault('usage', `--${name}: ${parsed.message}`, { hint: parsed.remedy }));
}
