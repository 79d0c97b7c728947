import type { LogLine } from '../../log-line.ts';
import { valueIn } from '../argv.ts';
import type { Drafting, ReadBackSources } from '../definition.ts';
import { dig } from '../json.ts';
import { findFlag } from './flags.ts';
import { lastMatch } from './log.ts';
import { draftsAlways, typesIn } from './speculation.ts';
import { canonicalFlags, namesOf } from './view.ts';

/** `b1-7e4c0a9`: number and commit of the build. */
export function version(
  documents: Readonly<Record<string, unknown>>,
  log: readonly LogLine[],
): string | null {
  const said = dig(documents['/props'], 'build_info');
  if (typeof said === 'string' && said !== '') return said;
  const logged = lastMatch(log, /^cmn +common_param: common_params_print_info: build (\d+) \((\w+)\)/);
  return logged === null ? null : `b${logged.groups.join('-')}`;
}

/** The name under which the model is served. */
export function model(documents: Readonly<Record<string, unknown>>): string | null {
  const id = dig(documents['/v1/models'], 'data', 0, 'id') ?? dig(documents['/props'], 'model_alias');
  return typeof id === 'string' && id !== '' ? id : null;
}

/**
 * Does this command ask for drafts that every answer must show? A type with a draft model does, and so does a draft
 * model without a type, which the server would load and never use. N-gram types draft only where text repeats, so
 * nothing can be demanded of them.
 */
export function speculates(argv: readonly string[]): boolean {
  const flags = canonicalFlags(argv);
  const asked = (name: string) => {
    const flag = findFlag(name);
    return flag === null ? null : valueIn(flags, namesOf(flag));
  };
  const type = asked('--spec-type');
  if (type !== null) return typesIn(type).some(draftsAlways);
  return asked('--spec-draft-model') !== null || asked('--spec-draft-hf') !== null;
}

/** By the timings of the probe generations, which count drafted tokens; without them it is not shown. */
export function drafting({ behaviour }: ReadBackSources): Drafting {
  const drafted = behaviour.draft_tokens ?? 0;
  return drafted > 0
    ? { on: true, evidence: `${drafted} tokens drafted in the probes` }
    : { on: false, evidence: 'no token was drafted in any of the probe generations' };
}
