import type { Definition } from '../../generation.ts';
import { asked, canonicalFlags } from './view.ts';

/** `--enable-metrics` counts requests and accepted drafts; it is off unless it is asked for. */
export function instrumentation(definition: Definition): {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
} {
  const given = asked(canonicalFlags(definition.argv), '--enable-metrics') !== null;
  return { argv: given ? [] : ['--enable-metrics'], env: {} };
}
