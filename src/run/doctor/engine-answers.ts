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
  const busy =
    traffic === null
      ? 'requests in flight unknown'
      : `${traffic.running + (traffic.waiting ?? 0)} requests in flight`;
  return ok(
    NAME,
    `${engine} is ready, model ${report.model ?? 'unknown'}, version ${report.version ?? 'unknown'}, ${busy}`,
  );
}
