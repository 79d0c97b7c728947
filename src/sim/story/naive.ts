import { KiB, MiB, type Milliseconds, SECOND } from '../../core/units.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';
import { SETTINGS } from './configuration.ts';
import { MODEL, PORT, UNIT, UNIT_PATH } from './service.ts';

/** What the scripts did, what they took from it, and what was really so where these two differ. */
export interface NaiveStep {
  readonly setting: string;
  readonly did: string;
  readonly said: string;
  readonly lie: string | null;
}

export interface NaiveSetting {
  readonly name: string;
  readonly outcome: 'failed to start' | 'measured';
}

export interface NaiveOptions {
  readonly host: Host;
  readonly clock: Clock;
  readonly tell: (step: NaiveStep) => void;
}

const PAUSE_MS = 8 * SECOND;
const POLLS = 5;
const POLL_EVERY_MS = 3 * SECOND;
const URL = `http://127.0.0.1:${PORT}`;

/**
 * The logic of two tuning scripts as teams write them (a reconfiguration with `sed` and a fixed pause, a readiness
 * check on `/v1/models`), step by step on the given host. Each step's word is kept beside what was really so.
 */
export async function naiveSweep(options: NaiveOptions): Promise<readonly NaiveSetting[]> {
  const results: NaiveSetting[] = [];
  for (const setting of SETTINGS) results.push(await new Attempt(options, setting).run());
  return results;
}

class Attempt {
  readonly #options: NaiveOptions;
  readonly #setting: (typeof SETTINGS)[number];

  constructor(options: NaiveOptions, setting: (typeof SETTINGS)[number]) {
    this.#options = options;
    this.#setting = setting;
  }

  async run(): Promise<NaiveSetting> {
    await this.#reconfigure();
    const outcome = (await this.#ready()) && (await this.#measure()) ? 'measured' : 'failed to start';
    return { name: this.#setting.name, outcome };
  }

  async #reconfigure(): Promise<void> {
    const { host, clock } = this.#options;
    const { budget, topk, window } = this.#setting;
    const unit = (await host.readText(UNIT_PATH, 64 * KiB)) ?? '';
    const edited = unit
      .replace(/--speculative-ddtree-budget \d+/, `--speculative-ddtree-budget ${budget}`)
      .replace(/--speculative-ddtree-topk \d+/, `--speculative-ddtree-topk ${topk}`)
      .replace(/ --speculative-draft-window-size \d+/, '')
      .replace(/^(ExecStart=.*)$/m, window === null ? '$1' : `$1 --speculative-draft-window-size ${window}`);
    await host.writeText(UNIT_PATH, edited);
    await this.#systemctl('daemon-reload');
    const loading = await this.#loadingFor();
    await this.#systemctl('stop', '--no-block', UNIT);
    this.#tell(
      `sed on ${UNIT}, daemon-reload, stop`,
      'stopped',
      loading === null
        ? 'the stop was only asked for: the old server drains for up to 15 s'
        : `it ended a healthy load that was ${seconds(loading)} old`,
    );
    await clock.wait(PAUSE_MS);
    const held = await this.#memoryHeld();
    await this.#systemctl('start', '--no-block', UNIT);
    this.#tell(
      'sleep 8, start',
      'started',
      held > 0 ? `${Math.round(held / MiB / KiB)} GiB of the dead server are still on the devices` : null,
    );
  }

  async #ready(): Promise<boolean> {
    const { host, clock } = this.#options;
    for (let poll = 1; poll <= POLLS; poll += 1) {
      const answer = await host.http({ method: 'GET', url: `${URL}/v1/models`, timeout_ms: 5 * SECOND });
      if (answer.status === 200) {
        const old = await this.#answeredByOld();
        this.#tell(
          'curl /v1/models',
          'ready',
          old ? 'the OLD process answered; the new one does not exist yet' : null,
        );
        return true;
      }
      await clock.wait(POLL_EVERY_MS);
    }
    const active = (await this.#systemctl('is-active', UNIT)).stdout.trim();
    const loading = await this.#loadingFor();
    this.#tell(
      `curl /v1/models, ${POLLS} times`,
      'connection refused: failed to start',
      loading === null
        ? `systemctl says ${active}`
        : `it loads (systemctl says ${active}): ${seconds(loading)} of about 420 s have gone by`,
    );
    return false;
  }

  async #measure(): Promise<boolean> {
    const answer = await this.#options.host.http({
      method: 'POST',
      url: `${URL}/v1/completions`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, prompt: 'def fibonacci(n):', max_tokens: 64, temperature: 0 }),
      timeout_ms: 60 * SECOND,
    });
    if (answer.status === 200) {
      const old = await this.#answeredByOld();
      this.#tell('benchmark', 'measured', old ? 'it measured the OLD setting' : null);
      return true;
    }
    this.#tell(
      'benchmark',
      `${answer.status ?? answer.error}: failed to start`,
      'the old server went away under it; the new one has only begun to load',
    );
    return false;
  }

  /** How long the unit's process has been loading; null: it serves, or there is none. */
  async #loadingFor(): Promise<Milliseconds | null> {
    const { host, clock } = this.#options;
    const pid = await this.#mainPid();
    const process = pid === null ? null : await host.process(pid);
    const listening = (await host.port('127.0.0.1', PORT)).listeners.some((listener) => listener.pid === pid);
    if (process === null || listening) return null;
    const words = ['show', '--timestamp=unix', '-p', 'ExecMainStartTimestamp', UNIT];
    const began = /=@(\d+)/.exec((await this.#systemctl(...words)).stdout)?.[1];
    return began === undefined ? null : clock.wall() - Number(began) * SECOND;
  }

  async #answeredByOld(): Promise<boolean> {
    const pid = await this.#mainPid();
    const show = (await this.#systemctl('show', '-p', 'ActiveState', UNIT)).stdout;
    const { listeners } = await this.#options.host.port('127.0.0.1', PORT);
    return show.includes('deactivating') || listeners.some((listener) => listener.pid !== pid);
  }

  async #mainPid(): Promise<number | null> {
    const pid = Number(
      /MainPID=(\d+)/.exec((await this.#systemctl('show', '-p', 'MainPID', UNIT)).stdout)?.[1],
    );
    return pid > 0 ? pid : null;
  }

  async #memoryHeld(): Promise<number> {
    const query = ['--query-gpu=memory.used', '--format=csv,noheader,nounits'];
    const { stdout } = await this.#options.host.run(['/usr/bin/nvidia-smi', ...query], {});
    const used = stdout
      .trim()
      .split('\n')
      .map((cell) => Number(cell) - DRIVER_MIB);
    return used.reduce((sum, mib) => sum + Math.max(0, mib), 0) * MiB;
  }

  #systemctl(...words: readonly string[]) {
    return this.#options.host.run(['/usr/bin/systemctl', ...words], {});
  }

  #tell(did: string, said: string, lie: string | null): void {
    this.#options.tell({ setting: this.#setting.name, did, said, lie });
  }
}

/** What the driver keeps for itself on a device is no leftover. */
const DRIVER_MIB = 1024;

function seconds(ms: Milliseconds): string {
  return `${Math.round(ms / SECOND)} s`;
}
