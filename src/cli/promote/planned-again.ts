import { note } from '../../core/change/answers.ts';
import { FaultError, fault } from '../../core/fault.ts';
import type { Definition } from '../../core/generation.ts';
import { baseDifferences } from '../../core/plan/base-differences.ts';
import { buildPlan } from '../../core/plan/build-plan.ts';
import type { Plan, PlannedTrial } from '../../core/plan/plan.ts';
import type { Promoted } from '../../core/promoted.ts';
import type { Present, Promotions } from '../../ports/supervisor.ts';
import { redactorFor } from '../redaction.ts';
import type { Swept } from './swept.ts';

export interface PlannedAgain {
  readonly base: Definition;
  readonly plan: Plan;
  readonly trial: PlannedTrial;
}

/**
 * The setting laid over the service as it is now: a finished run keeps no secrets, so its command is made again, and must
 * be the one that was measured. Faults: `definition-differs` (the service is not what was swept any more),
 * `definition-rejected`.
 */
export async function plannedAgain(
  swept: Swept,
  recorded: PlannedTrial,
  now: { readonly promotions: Promotions; readonly installed: Promoted | null; readonly present: Present },
): Promise<PlannedAgain> {
  const { supervisor } = swept.ports;
  const own = await (supervisor.own?.() ?? now.promotions.own());
  const running = now.present.ours && now.present.definition !== null ? [now.present.definition] : [];
  const again = now.installed?.run_id === swept.stored.id;
  for (const base of [own, ...running]) {
    // under what this run has installed, the unit is the setting itself
    if (!again && differences(swept, base).length > 0) continue;
    const made = over(swept, recorded, base);
    if (made !== null) return made;
  }
  throw changed(swept, own);
}

function over({ stored, ports }: Swept, recorded: PlannedTrial, base: Definition): PlannedAgain | null {
  const plan = buildPlan(stored.configuration, base, ports.engine_definition, {
    maxTrials: Number.MAX_SAFE_INTEGER,
  });
  const trial = plan.trials.find(({ name }) => name === recorded.name);
  return trial === undefined || trial.setting_id !== recorded.setting_id ? null : { base, plan, trial };
}

/** Both as a record would hold them. */
function differences({ stored, ports }: Swept, base: Definition): readonly string[] {
  const { json } = redactorFor(ports, [base]);
  return baseDifferences(json(stored.plan.base), json(base));
}

function changed(swept: Swept, own: Definition): FaultError {
  const { configuration, id } = swept.stored;
  const lines = differences(swept, own);
  const what =
    configuration.service.kind === 'systemd' ? configuration.service.unit : configuration.endpoint.url;
  const message =
    lines.length === 0
      ? `${what} is not what was swept in run ${id} any more: a variable that no record holds has changed`
      : `${what} is not what was swept in run ${id} any more: ${lines.join('; ')}`;
  return new FaultError(
    fault('definition-differs', message, {
      hint: 'numbers of one command say nothing of another: sweep again, or undo the change of the service first',
      evidence: lines.map((line) => note('definition', line)),
    }),
  );
}
