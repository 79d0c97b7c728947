import { portsIn } from '../../plan/base.ts';
import type { Draft } from '../draft.ts';
import { atKey, atValue, type Finding, type Path } from '../source/finding.ts';

/** `line:column` of a path, for a message that names a second place. */
export type PlaceText = (path: Path) => string;

/** The command's port and the endpoint's must be one; both places are named. */
export function checkEndpoint(
  { service, engine, endpoint, auth }: Draft,
  place: PlaceText,
): readonly Finding[] {
  const both = auth?.env !== undefined && auth.file !== undefined;
  const exclusive = both
    ? [
        atKey(
          ['auth', 'file'],
          '`env` and `file` exclude each other',
          'leave one: the key comes from one place',
        ),
      ]
    : [];
  if (service === null || engine === null || endpoint === null || 'unit' in service) return exclusive;
  if ('adopt' in service) {
    const { adopt } = service;
    if (!('port' in adopt) || adopt.port === endpoint.port) return exclusive;
    return [
      ...exclusive,
      atValue(
        ['service', 'adopt', 'port'],
        `port ${adopt.port} is adopted, and the endpoint (${place(['endpoint'])}) has ${endpoint.port}`,
        'write one port in both places',
      ),
    ];
  }
  const differing = portsIn(service.command, engine).filter(({ text }) => text !== String(endpoint.port));
  return [
    ...exclusive,
    ...differing.map(({ text, word }) =>
      atValue(
        ['service', 'command', Math.min(word, service.command.length - 1)],
        `the command listens on port ${text || '(none)'}, and the endpoint (${place(['endpoint'])}) has ${endpoint.port}`,
        'write one port in both places',
      ),
    ),
  ];
}
