import type { Host } from '../../../../ports/host.ts';
import type { Right } from '../../../../ports/supervisor.ts';
import { managerEnvironment, said } from '../manager.ts';

export interface OwnManagerQuestion {
  readonly host: Host;
  readonly systemctl: string;
  readonly user: string;
  readonly runtime_folder: string;
  /** What would end with the login: the service itself, or only what Holdpoint leaves to the manager. */
  readonly for: 'service' | 'timer and detach';
}

/**
 * The user's own manager: it runs her services, and for a unit of the system what outlives Holdpoint (the dead-man timer,
 * a detached sweep), since polkit cannot limit transient units of the system to one name.
 */
export async function ownManagerRight(question: OwnManagerQuestion): Promise<Right> {
  const { host, systemctl, user, runtime_folder } = question;
  const [name, ends] =
    question.for === 'service'
      ? ['linger', 'the service ends with the last login']
      : ['timer and detach', 'the dead-man timer and a detached sweep end with the last login'];
  const env = managerEnvironment({ scope: 'user', runtime_folder });
  const result = await host.run([systemctl, '--user', 'show', '-p', 'Version'], { env });
  const remedy = `\`loginctl enable-linger ${user}\`: then processes of ${user} may run without a login, and no more`;
  if (result.code !== 0) {
    const text = `the manager of ${user} is not reachable at ${runtime_folder} (${said(result)})`;
    return { name, state: 'weaker', text, remedy };
  }
  const lingers = (await host.file(`/var/lib/systemd/linger/${user}`)) !== null;
  if (lingers)
    return { name, state: 'held', text: `the manager of ${user} runs, also without a login`, remedy: null };
  return { name, state: 'weaker', text: `${user} does not linger: ${ends}`, remedy };
}
