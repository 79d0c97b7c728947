import type { ParameterValue } from '../definition.ts';
import { dig, numberAt, scalarAt } from '../json.ts';
import type { Observed } from '../observed.ts';
import { lastLine, message, quoted } from './log.ts';
import { METRICS, MODELS, SERVER_INFO } from './paths.ts';
import { placeOf } from './places.ts';
import { argumentsIn, pythonValue } from './python.ts';
import type { View } from './view.ts';

/** What speaks of a flag. `asked` is what the engine was asked for, as it read it; the others what it made of it. */
export interface Witness extends Observed {
  readonly kind: 'effective' | 'asked';
}

/**
 * Everything that the engine says about a flag, the strongest first: its report, the labels of its metrics, the line
 * with its configuration, lines of their own. Only where none speaks, what it says it was asked for.
 */
export function witnessesOf(view: View, flag: string): readonly Witness[] {
  const effective = [
    reported(view, flag),
    labelled(view, flag),
    flag === '--max-model-len' ? served(view) : null,
    configured(view, flag),
    ownLine(view, flag),
  ].filter((observed) => observed !== null);
  if (effective.length > 0) return effective.map((observed) => ({ ...observed, kind: 'effective' }));
  const given = givenOf(view, flag);
  return given === null ? [] : [{ ...given, kind: 'asked' }];
}

function reported(view: View, flag: string): Observed | null {
  const config = dig(view.sources.documents[SERVER_INFO], 'vllm_config');
  const { report } = placeOf(flag);
  for (const path of report) {
    // a key of a part that is switched off is as absent as the part
    const off = report.length === 1 && path.length > 1 && dig(config, path[0] ?? '') === null;
    const value = off ? null : dig(config, ...path);
    if (value !== undefined)
      return {
        value: plain(value),
        source: 'server-info',
        evidence: `/server_info ${path.join('.')} = ${shown(value)}`,
      };
  }
  return null;
}

function labelled(view: View, flag: string): Observed | null {
  const { label } = placeOf(flag);
  const text = label === null ? null : scalarAt(view.sources.documents[METRICS], 'cache_config', 0, label);
  if (label === null || typeof text !== 'string') return null;
  return {
    value: plain(pythonValue(text)),
    source: 'server-info',
    evidence: `${METRICS} vllm:cache_config_info ${label} = ${text}`,
  };
}

/** The length that clients are told. */
function served(view: View): Observed | null {
  const value = numberAt(view.sources.documents[MODELS], 'data', 0, 'max_model_len');
  return value === null
    ? null
    : { value, source: 'server-info', evidence: `${MODELS} max_model_len = ${value}` };
}

function configured(view: View, flag: string): Observed | null {
  const { config } = placeOf(flag);
  if (view.config === null) return null;
  const value = inside(view.config.values, config);
  return value === undefined
    ? null
    : {
        value: plain(value),
        source: 'log',
        evidence: `log line ${view.config.line.line}: engine config ${config.join('.')} = ${shown(value)}`,
      };
}

function ownLine(view: View, flag: string): Observed | null {
  const { line: pattern } = placeOf(flag);
  const line = pattern === null ? null : lastLine(view.startup, pattern);
  if (pattern === null || line === null) return null;
  const value = plain(pythonValue(pattern.exec(message(line))?.[1] ?? ''));
  return { value, source: 'log', evidence: quoted(line) };
}

function givenOf(view: View, flag: string): Observed | null {
  const { given } = placeOf(flag);
  const value = view.given === null ? undefined : dig(view.given.values, ...given);
  return view.given === null || value === undefined
    ? null
    : {
        value: plain(value),
        source: 'log',
        evidence: `log line ${view.given.line.line}: asked for ${given.join('.')} = ${shown(value)}`,
      };
}

/** Walks into objects, and into those that only print themselves as `Config(a=1)`; null ends the way as null. */
function inside(values: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return values;
  if (values === null) return null;
  const call = typeof values === 'string' ? /^\w+\((.*)\)$/.exec(values)?.[1] : undefined;
  const object = call === undefined ? values : argumentsIn(call);
  return inside(dig(object, key), rest);
}

function plain(value: unknown): ParameterValue {
  if (Array.isArray(value)) return value.map(String).join(' ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return (value ?? null) as ParameterValue;
}

function shown(value: unknown): string {
  return value === null ? 'None' : String(plain(value)).slice(0, 200);
}
