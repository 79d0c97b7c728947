import type { CommandDocument } from '../documents/sweep.ts';
import type { Definition } from '../generation.ts';
import { redactor } from '../secrets.ts';
import { recordedEnvironment } from './recorded-environment.ts';
import { secretsOf } from './secrets-of.ts';
import { shown } from './shown.ts';

/** A command as documents carry it: secrets by name, and of a complete environment only what bears on the engine. */
export function commandOf(definition: Definition): CommandDocument {
  const secrets = secretsOf(definition);
  const { argv, env, wrapper = [] } = secrets.length === 0 ? definition : redactor(secrets).json(definition);
  const safe: Definition = { ...definition, argv, env, wrapper };
  return {
    argv: [...wrapper, ...argv],
    env: recordedEnvironment(env, definition.env_complete),
    shown: shown(safe),
  };
}
