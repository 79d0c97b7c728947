import type { Grant } from '../../../../ports/supervisor.ts';
import { dropInActs } from './drop-in-acts.ts';
import { fileNameOf, type Subject } from './names.ts';

export interface DropInRight extends Subject {
  /** Our one file. */
  readonly file: string;
  /** The unit has a secret in its command or environment: then the file may also be one that nobody else reads. */
  readonly has_secret: boolean;
  /** As whom the unit runs. */
  readonly runs_as: string;
}

/** The fixed commands by which this user may write and remove our one file, and no other. */
export function sudoersLines(right: DropInRight): Grant {
  const { user, unit, file, has_secret, runs_as } = right;
  const { begin, fill, put, remove } = dropInActs(file, user, 0o644);
  const secret = has_secret ? [dropInActs(file, user, 0o600).begin] : [];
  const commands = [begin, ...secret, fill, put, remove];
  const though =
    runs_as === 'root' ? '' : `, although ${unit} runs as ${runs_as}: the file could say User=root`;
  return {
    kind: 'sudoers',
    file: sudoersFile(right),
    mode: '0440',
    text: commands
      .map((words) => `${escaped(user)} ALL=(root) NOPASSWD: ${words.map(escaped).join(' ')}\n`)
      .join(''),
    worth:
      `it lets ${user} write and remove ${file} and no other file. What that file says is run by systemd, as whatever user it ` +
      `says: whoever has this right can become root${though}. Give it only to somebody who may be root on this host`,
  };
}

export function sudoersRemedy(right: DropInRight): string {
  return (
    `let root install ${sudoersFile(right)}, which \`holdpoint doctor\` prints: writing and removing ${right.file} alone, ` +
    `for ${right.user}; it is worth root`
  );
}

function sudoersFile(subject: Subject): string {
  return `/etc/sudoers.d/${fileNameOf(subject)}`;
}

/** sudoers(5): a backslash passes two levels of escaping, what separates lists passes one. */
function escaped(word: string): string {
  return word.replace(/\\/g, '\\\\\\\\').replace(/[,:=\s]/g, '\\$&');
}
