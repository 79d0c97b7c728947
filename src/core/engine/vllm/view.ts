import type { ReadBackSources } from '../definition.ts';
import { type Command, commandOf } from './command.ts';
import { effectiveConfig, givenArguments, type Logged } from './engine-config.ts';
import { startup } from './log.ts';

/** What the reading looks at: the sources, cut and parsed once. */
export interface View {
  readonly sources: ReadBackSources;
  /** The log up to `ready`. */
  readonly startup: ReadBackSources['log'];
  readonly command: Command;
  readonly config: Logged | null;
  readonly given: Logged | null;
}

export function viewOf(sources: ReadBackSources): View {
  const lines = startup(sources.log);
  return {
    sources,
    startup: lines,
    command: commandOf(sources.argv),
    config: effectiveConfig(lines),
    given: givenArguments(lines),
  };
}
