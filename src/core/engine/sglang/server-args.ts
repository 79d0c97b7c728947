import type { ParameterValue } from '../definition.ts';
import { dig } from '../json.ts';
import type { Observed } from '../observed.ts';
import { message } from './log.ts';
import { pythonValue } from './python.ts';
import type { View } from './view.ts';

const INFO_PATHS = ['/server_info', '/get_server_info'] as const;

/** The key under which the server reports a flag: `--tp-size` as `tp_size`. */
export function keyOf(flag: string): string {
  return flag.replace(/^--/, '').replaceAll('-', '_');
}

/** The server's own report and the path that gave it; null: neither path answered. */
export function serverInfo(documents: Readonly<Record<string, unknown>>) {
  for (const path of INFO_PATHS) {
    const document = documents[path];
    if (typeof document === 'object' && document !== null) return { path, document };
  }
  return null;
}

/**
 * One of the server's arguments after it has resolved them: from its report, else from the line in which it logs them
 * at its start. null: neither has the key (another version, a flag of a fork).
 */
export function argument(view: View, key: string): Observed | null {
  const info = serverInfo(view.sources.documents);
  const reported = dig(info?.document, key);
  if (info !== null && reported !== undefined) {
    const value = plain(reported);
    return { value, source: 'server-info', evidence: `${info.path} ${key} = ${shown(value)}` };
  }
  return logged(view, key);
}

/** From `server_args={'tp_size': 8, ...}`, which older builds print as `server_args=ServerArgs(tp_size=8, ...)`. */
function logged(view: View, key: string): Observed | null {
  const line = view.startup.findLast((each) => message(each).startsWith('server_args='));
  if (line === undefined) return null;
  const value = new RegExp(`[({ ]'?${key}'?(?:: |=)('[^']*'|"[^"]*"|\\[[^\\]]*\\]|[^,})]*)`).exec(
    message(line),
  )?.[1];
  if (value === undefined) return null;
  return {
    value: pythonValue(value),
    source: 'log',
    evidence: `log line ${line.line}: server_args ${key} = ${value}`,
  };
}

function plain(value: unknown): ParameterValue {
  if (Array.isArray(value)) return value.map(String).join(' ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return value as ParameterValue;
}

function shown(value: ParameterValue): string {
  return value === null ? 'None' : String(value);
}
