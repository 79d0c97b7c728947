import type { Host } from '../../../../ports/host.ts';
import type { Right } from '../../../../ports/supervisor.ts';
import type { Subject } from './names.ts';
import { polkitRemedy, polkitRule } from './polkit-rule.ts';

const PKCHECK = '/usr/bin/pkcheck';
const SERVICE = '/usr/share/dbus-1/system-services/org.freedesktop.PolicyKit1.service';
const RELOAD = 'org.freedesktop.systemd1.reload-daemon';

/** Answers of pkcheck(1) that are a no: not authorised, only with a password, dismissed. */
const NO = new Set([1, 2, 3]);

/**
 * polkit has an action of its own for a reload, without details, so that everybody may ask about himself; about one unit
 * only root may ask.
 */
export async function reloadRight(host: Host, has_polkit: boolean): Promise<Right> {
  const name = 'daemon-reload';
  const missing: Right = {
    name,
    state: 'missing',
    text: 'may not make systemd read its unit files again',
    remedy: null,
  };
  if (!has_polkit) return missing;
  const pid = /^\d+/.exec((await host.readText('/proc/self/stat', 64)) ?? '')?.[0];
  const can_ask = pid !== undefined && (await host.file(PKCHECK)) !== null;
  const result = can_ask ? await host.run([PKCHECK, '--action-id', RELOAD, '--process', pid]) : null;
  if (result?.code === 0)
    return { name, state: 'held', text: 'may make systemd read its unit files again', remedy: null };
  if (result !== null && NO.has(result.code ?? -1)) return missing;
  const why = result === null ? `no ${PKCHECK}` : result.stderr.trim().split('\n')[0];
  return {
    name,
    state: 'unknown',
    text: `whether a daemon-reload is allowed could not be asked: ${why}`,
    remedy: null,
  };
}

export async function hasPolkit(host: Host): Promise<boolean> {
  return (await host.file(SERVICE)) !== null;
}

/** A right that polkit gives, with what gives it where it is missing. */
export async function givenByPolkit(host: Host, right: Right, subject: Subject): Promise<Right> {
  if (right.state !== 'missing') return right;
  if (!(await hasPolkit(host))) {
    const remedy =
      'there is no polkit on this host, so only root may: let root install it (Debian: polkitd), or move the service to the ' +
      `manager of ${subject.user} (scope: user), or run as root`;
    return { ...right, remedy };
  }
  if (await isOld(host)) {
    const remedy =
      'this polkit is older than 0.106 and cannot limit a right to one unit: move the service to the manager of ' +
      `${subject.user} (scope: user), or run as root`;
    return { ...right, remedy };
  }
  return { ...right, remedy: polkitRemedy(subject), grant: polkitRule(subject) };
}

async function isOld(host: Host): Promise<boolean> {
  if ((await host.file(PKCHECK)) === null) return false;
  const { stdout } = await host.run([PKCHECK, '--version']);
  const minor = /^pkcheck version 0\.(\d+)/.exec(stdout)?.[1];
  return minor !== undefined && Number(minor) < 106;
}
