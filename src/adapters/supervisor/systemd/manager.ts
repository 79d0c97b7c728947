import { FaultError, fault } from '../../../core/fault.ts';
import type { Milliseconds } from '../../../core/units.ts';
import type { Host, RunResult } from '../../../ports/host.ts';
import type { Verb } from './rights/names.ts';
import { readShow } from './show.ts';
import { readState, STATE_KEYS, type UnitState } from './unit-state.ts';

export interface ManagerOptions {
  readonly host: Host;
  readonly unit: string;
  readonly scope: 'system' | 'user';
  /** Absolute path. */
  readonly systemctl: string;
  /** XDG_RUNTIME_DIR of the user, for the scope `user`. */
  readonly runtime_folder: string;
}

/** `ExecStartPre=` may take long: it is not waited for. */
const START_MS: Milliseconds = 20_000;
const STOP_MS: Milliseconds = 10_000;

/** Questions that anybody may ask. */
const READS: ReadonlySet<string> = new Set(['show', 'list-unit-files']);

const DENIED = /access denied|authentication required|permission denied|not permitted|not authorized/i;

/** What tools of the user's own manager need to find it. */
export function managerEnvironment({
  scope,
  runtime_folder,
}: Pick<ManagerOptions, 'scope' | 'runtime_folder'>) {
  if (scope === 'system') return {};
  return { XDG_RUNTIME_DIR: runtime_folder, DBUS_SESSION_BUS_ADDRESS: `unix:path=${runtime_folder}/bus` };
}

/** One unit through `systemctl`: each call is one question or one request, and what was refused is said in its words. */
export class UnitManager {
  readonly #options: ManagerOptions;
  #uid: number | null = null;

  constructor(options: ManagerOptions) {
    this.#options = options;
  }

  /** Fault: `probe-failed`, `probe-hung`. */
  async state(): Promise<UnitState> {
    return readState(
      (await this.#asked(['show', '-p', STATE_KEYS.join(','), '--', this.#options.unit])).stdout,
    );
  }

  /** The command that the manager has loaded, as it prints it. */
  async loadedCommand(): Promise<string> {
    const { stdout } = await this.#asked(['show', '-p', 'ExecStart', '--', this.#options.unit]);
    return readShow(stdout, ['ExecStart']).ExecStart;
  }

  /** All `Environment=` that the manager has loaded, as it prints them. */
  async loadedEnvironment(): Promise<string> {
    const { stdout } = await this.#asked(['show', '-p', 'Environment', '--', this.#options.unit]);
    return readShow(stdout, ['Environment']).Environment;
  }

  /** When the main process of the last start was made, in whole seconds since the epoch; null: unknown. */
  async startedAt(): Promise<number | null> {
    const key = 'ExecMainStartTimestamp';
    const { stdout } = await this.#asked(['show', '-p', key, '--timestamp=unix', '--', this.#options.unit]);
    const seconds = /^@(\d+)$/.exec(readShow(stdout, [key])[key].trim())?.[1];
    return seconds === undefined ? null : Number(seconds);
  }

  /** Where what the server writes goes, if not all of it goes to the journal; null: it does. */
  async outputElsewhere(): Promise<string | null> {
    const keys = ['StandardOutput', 'StandardError'] as const;
    const { stdout } = await this.#asked(['show', '-p', keys.join(','), '--', this.#options.unit]);
    const { StandardOutput, StandardError } = readShow(stdout, keys);
    const ways = {
      StandardOutput,
      StandardError: StandardError === 'inherit' ? StandardOutput : StandardError,
    };
    const lost = keys.filter((key) => !/^(journal|syslog|kmsg)/.test(ways[key]));
    return lost.length === 0 ? null : lost.map((key) => `${key}=${ways[key]}`).join(' and ');
  }

  /** Every service that there is a file of; empty where that cannot be told. */
  async names(): Promise<readonly string[]> {
    const { stdout } = await this.#run(
      ['list-unit-files', '--type=service', '--no-legend', '--no-pager'],
      STOP_MS,
    );
    return stdout.split('\n').flatMap((line) => /^(\S+\.service)\s/.exec(line)?.[1] ?? []);
  }

  /** Fault: `permission`, `probe-failed`. */
  async reload(): Promise<void> {
    await this.#asked(['daemon-reload']);
  }

  async resetFailed(): Promise<void> {
    await this.#asked(['reset-failed', '--', this.#options.unit]);
  }

  /**
   * Never `restart`: between stop and start stands a hold point. `queued`: it comes back when the start stands in line,
   * which says nothing about how that goes on.
   */
  start(until: 'begun' | 'queued'): Promise<RunResult> {
    const block = until === 'queued' ? ['--no-block'] : [];
    return this.#run(['start', ...block, '--', this.#options.unit], START_MS);
  }

  /** It is not waited for: whether the processes are gone is seen, and what is left of them gets its signals. */
  stop(): Promise<RunResult> {
    return this.#run(['stop', '--no-block', '--', this.#options.unit], STOP_MS);
  }

  /**
   * Asks for it in a form that the manager authorises and then refuses to carry out; `reset-failed` has none, and is
   * carried out.
   */
  tryOut(verb: Verb): Promise<RunResult> {
    const { unit } = this.#options;
    const words = {
      start: ['--job-mode=triggering', 'start'],
      stop: ['--job-mode=isolate', 'stop'],
      kill: ['--kill-who=control', '--signal=SIGCONT', 'kill'],
      'reset-failed': ['reset-failed'],
    };
    return this.#run([...words[verb], '--', unit], STOP_MS);
  }

  /** The user as whom the unit runs. Fault: `probe-failed`, `probe-hung`. */
  async runsAs(): Promise<string> {
    const { stdout } = await this.#asked(['show', '-p', 'User', '--', this.#options.unit]);
    return readShow(stdout, ['User']).User || 'root';
  }

  /** Every process of the unit: that is what `kill` does where it is not told otherwise. */
  kill(signal: 'TERM' | 'KILL'): Promise<RunResult> {
    return this.#run(['kill', `--signal=${signal}`, '--', this.#options.unit], STOP_MS);
  }

  async #asked(words: readonly string[]): Promise<RunResult> {
    const result = await this.#run(words, STOP_MS);
    if (result.code === 0) return result;
    const evidence = [{ kind: 'tool', text: toolText(result) }];
    if (isDenied(result))
      throw new FaultError(fault('permission', `systemctl ${words[0]}: ${said(result)}`, { evidence }));
    if (result.timed_out)
      throw new FaultError(fault('probe-hung', `systemctl ${words[0]} does not return`, { evidence }));
    throw new FaultError(fault('probe-failed', `systemctl ${words[0]}: ${said(result)}`, { evidence }));
  }

  async #run(words: readonly string[], timeout_ms: Milliseconds): Promise<RunResult> {
    const { host, systemctl, scope } = this.#options;
    const user = scope === 'user' ? ['--user'] : await this.#unasked(words);
    return host.run([systemctl, ...user, ...words], { timeout_ms, env: managerEnvironment(this.#options) });
  }

  /** Who is not root could be asked for a password, on a desktop even without a terminal. */
  async #unasked([verb = '']: readonly string[]): Promise<readonly string[]> {
    if (READS.has(verb)) return [];
    this.#uid ??= (await this.#options.host.identity()).uid;
    return this.#uid === 0 ? [] : ['--no-ask-password'];
  }
}

export function isDenied(result: RunResult): boolean {
  return DENIED.test(result.stderr);
}

/** The first line of what a tool said about its failure. */
export function said(result: RunResult): string {
  const line = `${result.stderr}\n${result.stdout}`.split('\n').find((text) => text.trim() !== '');
  return (
    line?.trim() ?? (result.timed_out ? 'it did not return' : `exit code ${result.code ?? result.signal}`)
  );
}

export function toolText(result: RunResult): string {
  const how = result.timed_out ? 'did not return' : `ended with ${result.signal ?? result.code}`;
  return `${result.argv.join(' ')} ${how}: ${(result.stderr || result.stdout).trim().slice(0, 2000)}`;
}
