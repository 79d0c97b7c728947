import type { Traffic } from '../../ports/engine.ts';
import { type Check, ok, type Patient, warning } from './check.ts';

const NAME = 'engine';

/** Does the running server answer, and as what? What it says is a claim; who it is was looked at by `endpoint`. */
export async function engineAnswers({ configuration, ports, present }: Patient): Promise<Check> {
  const { engine } = configuration;
  if (present.generation === null) return ok(NAME, `${engine}: nothing runs, so nobody is asked`);
  const state = await ports.engine.state();
  if (state.answer !== 'ready') {
    const remedy =
      state.answer === 'loading'
        ? 'wait until it has loaded'
        : 'a sweep would report this server as not ready';
    return warning(
      NAME,
      `${engine}: ${state.answer}${state.status === null ? '' : ` (HTTP ${state.status})`}: ${state.text}`,
      remedy,
    );
  }
  const report = await ports.engine.report();
  const traffic = await ports.engine.traffic();
  return ok(
    NAME,
    `${engine} is ready, model ${report.model ?? 'unknown'}, version ${report.version ?? 'unknown'}, ${inFlight(traffic)}`,
  );
}

function inFlight(traffic: Traffic | null): string {
  if (traffic === null) return 'requests in flight unknown';
  const { running, waiting } = traffic;
  return waiting === null
    ? `${running} requests running, and how many wait is unknown`
    : `${running + waiting} requests in flight`;
}
