import type { LogLine } from '../../log-line.ts';
import { dig, numberAt, scalarAt } from '../json.ts';
import { commandOf } from './command.ts';
import { loggedVersion } from './engine-config.ts';
import { METRICS, MODELS, SERVER_INFO, VERSION } from './paths.ts';
import { speculationAsked } from './speculation-asked.ts';

/** The release, as the server says it, else as its log does. */
export function version(
  documents: Readonly<Record<string, unknown>>,
  log: readonly LogLine[],
): string | null {
  const said = dig(documents[VERSION], 'version');
  return typeof said === 'string' && said !== '' ? said : loggedVersion(log);
}

/** The name under which the model is served. */
export function model(documents: Readonly<Record<string, unknown>>): string | null {
  const id = dig(documents[MODELS], 'data', 0, 'id');
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The model behind `serve`, and that of the drafts, which stands inside of JSON. */
export function modelsIn(argv: readonly string[]): readonly string[] {
  const command = commandOf(argv);
  const draft = speculationAsked(command)?.['model'];
  return [command.positional_model, typeof draft === 'string' ? draft : null].filter((name) => name !== null);
}

/**
 * What the engine itself gives to tell one of its starts from another: the number of the instance, which is new at every
 * start, and the start of its API process in seconds since 1970. null: it gives neither.
 */
export function instance(documents: Readonly<Record<string, unknown>>): string | null {
  const id = scalarAt(documents[SERVER_INFO], 'vllm_config', 'instance_id');
  if (id !== null) return `instance_id ${id}`;
  const started = numberAt(documents[METRICS], 'process_start_time_seconds');
  return started === null ? null : `process_start_time_seconds ${started}`;
}
