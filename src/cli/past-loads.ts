import type { LoadsDocument } from '../core/documents/plan.ts';
import type { EngineDefinition } from '../core/engine/definition.ts';
import { type Definition, wholeCommand } from '../core/generation.ts';
import type { PastLoad, Supervisor } from '../ports/supervisor.ts';

/**
 * The last loads of a service by its own records, where no run of Holdpoint knows any. Those of the same command count
 * alone where there are some. null: none are known.
 */
export async function loadsOfService(
  supervisor: Supervisor,
  engine: EngineDefinition,
  base: Definition,
): Promise<LoadsDocument | null> {
  const loads = (await supervisor.pastLoads?.((line) => engine.phase(line) === 'ready')) ?? [];
  const same = loads.filter((load) => isOf(load, base));
  const seconds = (same.length > 0 ? same : loads).map(({ load_s }) => Math.round(load_s));
  return seconds.length === 0 ? null : { source: 'journal', seconds };
}

function isOf({ command }: PastLoad, base: Definition): boolean {
  return [base.argv, wholeCommand(base)].some((argv) => argv.join(' ') === command);
}
