import { dig } from '../json.ts';
import { serverInfo } from './server-args.ts';

/** The version of the engine, as its own report gives it. */
export function version(documents: Readonly<Record<string, unknown>>): string | null {
  const said = dig(serverInfo(documents)?.document, 'version');
  return typeof said === 'string' && said !== '' ? said : null;
}

/** The name under which the model is served. */
export function model(documents: Readonly<Record<string, unknown>>): string | null {
  const candidates = [
    dig(documents['/v1/models'], 'data', 0, 'id'),
    dig(documents['/model_info'], 'served_model_name'),
    dig(documents['/model_info'], 'model_path'),
  ];
  return candidates.find((name): name is string => typeof name === 'string' && name !== '') ?? null;
}

/**
 * What the engine itself gives to tell one of its starts from another: a seed that it draws anew unless the command
 * names one. null: it does not say.
 */
export function instance(documents: Readonly<Record<string, unknown>>): string | null {
  const seed = dig(serverInfo(documents)?.document, 'random_seed');
  return typeof seed === 'number' ? `random_seed ${seed}` : null;
}
