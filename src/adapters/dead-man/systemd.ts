import { FaultError, fault } from '../../core/fault.ts';
import { SECOND } from '../../core/units.ts';
import type { Armed, DeadMan, Watched } from '../../ports/dead-man.ts';
import type { Host, RunResult } from '../../ports/host.ts';
import { isDenied, managerEnvironment, said, toolText } from '../supervisor/systemd/manager.ts';
import { familyOf, type TransientTimer, timerArguments, timerName } from './transient.ts';

export interface SystemdDeadManOptions extends Omit<TransientTimer, 'uid'> {
  readonly host: Host;
  /** Which manager controls the unit of the service. */
  readonly scope: 'system' | 'user';
  /** Absolute paths. */
  readonly tools: { readonly systemctl: string; readonly systemd_run: string };
  /** XDG_RUNTIME_DIR of this user. */
  readonly runtime_folder: string;
}

type Scope = SystemdDeadManOptions['scope'];

const TOOL_MS = 20 * SECOND;
/** `systemctl` where there is no such unit. */
const NO_SUCH_UNIT = 5;

const UNANSWERED = 'its manager did not answer in time, so that it may not be there before it is renewed';

const BOOTED = '/run/systemd/system';
const LINGER = '/var/lib/systemd/linger';

/** A transient timer of the manager that controls the unit, else of the user's own one. */
export class SystemdDeadMan implements DeadMan {
  readonly after_ms: number;
  readonly #options: SystemdDeadManOptions;
  #armed: { readonly watched: Watched; readonly scope: Scope } | null = null;

  constructor(options: SystemdDeadManOptions) {
    this.#options = options;
    this.after_ms = options.after_ms;
  }

  async obstacle(): Promise<string | null> {
    const { host, tools } = this.#options;
    if ((await host.file(BOOTED))?.kind !== 'directory') return 'this host was not booted with systemd';
    for (const tool of [tools.systemd_run, tools.systemctl])
      if ((await host.file(tool)) === null) return `there is no ${tool}`;
    return null;
  }

  async arm(watched: Watched): Promise<Armed> {
    try {
      const why = await this.obstacle();
      return why === null ? await this.#armOn(watched) : { armed: false, why };
    } catch (error) {
      if (error instanceof FaultError) return { armed: false, why: error.fault.message };
      throw error;
    }
  }

  async renew(): Promise<void> {
    if (this.#armed === null) return;
    const { watched, scope } = this.#armed;
    // the time of such a timer counts from its start, so that starting it again is what renews it
    const result = await this.#systemctl(scope, ['restart', '--', `${timerName(watched)}.timer`]);
    if (result.code === NO_SUCH_UNIT) return required(await this.#start(watched, scope));
    required(result);
  }

  async disarm(): Promise<void> {
    if (this.#armed === null) return;
    const { watched, scope } = this.#armed;
    const result = await this.#systemctl(scope, ['stop', '--', `${timerName(watched)}.timer`]);
    if (result.code !== NO_SUCH_UNIT) required(result);
    this.#armed = null;
  }

  /** The first of the managers that takes it. */
  async #armOn(watched: Watched): Promise<Armed> {
    const refused: string[] = [];
    for (const scope of await this.#scopes()) {
      await this.#systemctl(scope, ['stop', '--', `${familyOf(watched.run_id)}*.timer`]);
      const result = await this.#start(watched, scope);
      if (result.code !== 0 && !result.timed_out) {
        refused.push(`the ${scope === 'system' ? "system's" : "user's"} manager refuses it: ${said(result)}`);
        continue;
      }
      // one whose making was not answered may be there: it is renewed, which makes it, and taken away in the end
      this.#armed = { watched, scope };
      const weakness = result.timed_out ? UNANSWERED : await this.#weakness(scope);
      return { armed: true, timer: `${timerName(watched)}.timer`, weakness };
    }
    return { armed: false, why: refused.join('; ') };
  }

  /** A user's own manager must outlive her sessions, where the unit does not end with it anyway. */
  async #scopes(): Promise<readonly Scope[]> {
    const { scope, host } = this.#options;
    if (scope === 'user') return ['user'];
    const { uid } = await host.identity();
    return uid !== 0 && (await this.#lingers()) ? ['system', 'user'] : ['system'];
  }

  async #weakness(scope: Scope): Promise<string | null> {
    if (scope === 'system' || (await this.#lingers())) return null;
    return 'your manager does not linger: with your last session both the timer and the unit end';
  }

  async #lingers(): Promise<boolean> {
    const { host } = this.#options;
    const { user } = await host.identity();
    return (await host.file(`${LINGER}/${user}`)) !== null;
  }

  async #start(watched: Watched, scope: Scope): Promise<RunResult> {
    const { uid } = await this.#options.host.identity();
    const timer = { ...this.#options, uid: scope === 'system' && uid !== 0 ? uid : null };
    return this.#run(this.#options.tools.systemd_run, scope, timerArguments(watched, timer));
  }

  #systemctl(scope: Scope, words: readonly string[]): Promise<RunResult> {
    return this.#run(this.#options.tools.systemctl, scope, words);
  }

  #run(tool: string, scope: Scope, words: readonly string[]): Promise<RunResult> {
    const { host, runtime_folder } = this.#options;
    const manager = scope === 'user' ? ['--user'] : ['--no-ask-password'];
    const env = managerEnvironment({ scope, runtime_folder });
    return host.run([tool, ...manager, ...words], { timeout_ms: TOOL_MS, env });
  }
}

function required(result: RunResult): void {
  if (result.code === 0) return;
  const evidence = [{ kind: 'tool', text: toolText(result) }];
  const name = isDenied(result) ? 'permission' : result.timed_out ? 'probe-hung' : 'probe-failed';
  throw new FaultError(fault(name, `the dead-man timer: ${said(result)}`, { evidence }));
}
