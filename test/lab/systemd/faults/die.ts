import { until } from '../../../contract/until.ts';
import { wrongInRecords } from '../../crash/scene.ts';
import type { UnitScene } from '../../support/systemd/unit-scene.ts';
import type { Death } from './rows/deaths.ts';

const SWEEP = ['sweep', '--json', '--yes', '--fresh'];
const WITH_TIMER = ['--dead-man', '6s'];
const WITHOUT = ['--no-dead-man'];

/** Where each kind of record stands first in a sweep that nothing disturbs. */
export async function undisturbed(scene: UnitScene): Promise<ReadonlyMap<string, number>> {
  const { code, stderr } = await scene.ends([...SWEEP, ...WITHOUT]);
  if (code !== 0) throw new Error(`the sweep ended with ${code}: ${stderr}`);
  const generations = scene.journal().filter(({ record }) => record.type === 'generation');
  const restoring: [string, number] = ['restoring', generations.at(-1)?.seq ?? 0];
  return new Map([...scene.firsts(), restoring].sort(([, a], [, b]) => a - b));
}

/** Runs a sweep until it is killed. What is wrong, in words. */
export async function die(
  scene: UnitScene,
  { after, then }: Death,
  kinds: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const at = kinds.get(after);
  if (at === undefined) return ['no such record'];
  const { signal, code } = await scene.ends([...SWEEP, ...(then === 'nothing' ? WITH_TIMER : WITHOUT)], at);
  return signal === 'SIGKILL' ? [] : [`not killed (code ${code})`];
}

/** What follows the death. What is wrong then, in words; the original is asked from the machine. */
export async function goOn(scene: UnitScene, { then }: Death): Promise<readonly string[]> {
  if (then === 'nothing') await until(() => !scene.isAwaited() && notAsFound(scene).length === 0, pause);
  const wrong =
    then === 'nothing'
      ? []
      : wrongInRecords(then, scene, await scene.ends([then, scene.runDir(), '--json', ...WITHOUT]));
  return [...wrong, ...notAsFound(scene)];
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 500));

export function notAsFound(scene: UnitScene): readonly string[] {
  const [found, now] = [scene.found, scene.unit()].map((unit) => JSON.stringify(unit));
  return found === now ? [] : [`the unit is ${now} and was ${found}`];
}

/** What the table says of it. */
export function deathLine({ after, reboot, then }: Death): { name: string; cells: readonly string[] } {
  const when = after === 'restoring' ? 'the restore has started its server' : `the record \`${after}\``;
  const command = `\`holdpoint ${then} RUN\``;
  const over = after === 'sweep.ended';
  const did = {
    resume: `${command}: went on, measured all, put the original back`,
    restore: `${command}: ${over ? 'told how it had ended' : 'put the original back'}`,
    nothing: 'the dead-man timer of the host put the original back',
  };
  return {
    name: `${reboot ? 'power cut' : '`kill -9` of Holdpoint'} (${then === 'nothing' ? 'timer' : then}, ${after})`,
    cells: [
      `right after ${when}${reboot ? ' the host goes down; at boot the original is back by itself' : ''}`,
      '-',
      did[then],
      then === 'resume' ? 'measured' : '-',
      { resume: '0', restore: over ? '0' : '130', nothing: '-' }[then],
      'back',
    ],
  };
}
