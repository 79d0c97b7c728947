import { nearest } from '../../../core/config/did-you-mean.ts';
import { FaultError, fault } from '../../../core/fault.ts';
import type { Workplace } from './preparation.ts';
import { readUnit } from './unit-file.ts';
import type { UnitState } from './unit-state.ts';

const LARGEST_FILE = 1024 * 1024;

/** Types whose main process is the server. Of `dbus` and `notify` a start goes on until the server says that it is ready. */
const TYPES = new Set(['simple', 'exec', 'idle', 'notify', 'notify-reload', 'dbus']);

/** Fault: `definition-rejected` for what is no unit that runs one server, with what would be right. */
export async function requireUsable(place: Workplace, state: UnitState): Promise<void> {
  const { unit, scope } = place.surroundings;
  const user = scope === 'user' ? ' --user' : '';
  const refuse = (message: string, hint: string): FaultError =>
    new FaultError(fault('definition-rejected', `${unit}: ${message}`, { hint }));
  if (state.load === 'not-found')
    throw refuse('there is no such unit', await whatThereIs(place, `systemctl${user}`));
  if (state.load === 'masked')
    throw refuse('the unit is masked', `\`systemctl${user} unmask ${unit}\` frees it`);
  if (state.load === 'bad-setting')
    throw refuse(await whatIsBad(place, state), `\`systemd-analyze${user} verify ${unit}\` says what it is`);
  if (state.load !== 'loaded')
    throw refuse(`the unit is not loaded (${state.load})`, `see \`systemctl${user} status ${unit}\``);
  if (state.id !== unit)
    throw refuse(
      `it is another name of ${state.id}`,
      `write ${state.id}: drop-ins and locks go by that name`,
    );
  if (!TYPES.has(state.type))
    throw refuse(
      `it is of Type=${state.type}: its server is not its main process`,
      'let ExecStart= run the server itself in the foreground, with Type=simple or Type=exec',
    );
}

async function whatThereIs({ manager, surroundings }: Workplace, systemctl: string): Promise<string> {
  const near = nearest(surroundings.unit, await manager.names());
  if (near === null) return `\`${systemctl} list-unit-files --type=service\` lists what there is`;
  return near.endsWith('@.service')
    ? `${near} is a template: name an instance of it, ${near.replace('@.', '@NAME.')}`
    : `did you mean \`${near}\`?`;
}

async function whatIsBad({ surroundings }: Workplace, state: UnitState): Promise<string> {
  const paths = [state.file, ...state.drop_ins].filter((path) => path !== '');
  const texts = await Promise.all(paths.map((path) => surroundings.host.readText(path, LARGEST_FILE)));
  const { commands } = readUnit(texts.map((text) => text ?? ''));
  return commands.length > 1
    ? `it has ${commands.length} ExecStart= lines, which only Type=oneshot may have: an empty one takes back those before it`
    : 'the unit has a bad setting';
}
