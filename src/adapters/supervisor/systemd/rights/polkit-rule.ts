import type { Grant } from '../../../../ports/supervisor.ts';
import { fileNameOf, type Subject, VERBS } from './names.ts';

/** The smallest rule of polkit (0.106 and newer) by which this user may run a sweep over this unit. */
export function polkitRule(subject: Subject): Grant {
  const { user, unit } = subject;
  const [name, service] = [JSON.stringify(user), JSON.stringify(unit)];
  return {
    kind: 'polkit',
    file: `/etc/polkit-1/rules.d/50-${fileNameOf(subject)}.rules`,
    mode: '0644',
    text: [
      'polkit.addRule(function (action, subject) {',
      `  if (subject.user !== ${name}) return polkit.Result.NOT_HANDLED;`,
      '  if (action.id === "org.freedesktop.systemd1.reload-daemon") return polkit.Result.YES;',
      '  if (action.id !== "org.freedesktop.systemd1.manage-units") return polkit.Result.NOT_HANDLED;',
      `  if (action.lookup("unit") !== ${service}) return polkit.Result.NOT_HANDLED;`,
      `  var verbs = ${JSON.stringify(VERBS)};`,
      '  return verbs.indexOf(action.lookup("verb")) < 0 ? polkit.Result.NOT_HANDLED : polkit.Result.YES;',
      '});',
      '',
    ].join('\n'),
    worth:
      `it lets ${user} start, stop and signal ${unit} and clear its failed state, and no other unit. daemon-reload cannot be ` +
      'limited to one unit: it stops nothing, but what others have already changed in any unit file takes effect. None of ' +
      'this is root by itself',
  };
}

export function polkitRemedy(subject: Subject): string {
  return (
    `let root install ${polkitRule(subject).file}, which \`holdpoint doctor\` prints: ${VERBS.join(', ')} of ` +
    `${subject.unit} alone, and daemon-reload, for ${subject.user}`
  );
}
