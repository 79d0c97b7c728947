import { FaultError } from '../core/fault.ts';
import type { Watched } from '../ports/dead-man.ts';
import type { Ports } from './ports.ts';

/** Two renewals may fail or come late before the timer fires over a living process. */
const BEATS = 4;

/** Arms the host's dead-man timer before a run's first touch, and renews it for as long as this process lives. */
export class SignOfLife {
  readonly #ports: Ports;
  readonly #note: (text: string) => Promise<void>;
  readonly #over = new AbortController();
  #tried = false;
  #armed = false;
  #beating: Promise<void> = Promise.resolve();

  /** `note` puts a text into the journal, the same one once. */
  constructor(ports: Ports, note: (text: string) => Promise<void>) {
    this.#ports = ports;
    this.#note = note;
  }

  /** Once in a life. Whether there is a timer now, and if not why, is noted in words. */
  async arm(watched: Watched): Promise<void> {
    const { dead_man } = this.#ports;
    if (dead_man === undefined || this.#tried) return;
    this.#tried = true;
    const answer = await dead_man.arm(watched);
    if (!answer.armed) {
      const command = `holdpoint restore ${watched.run_id}`;
      return this.#note(
        `no dead-man timer: ${answer.why}; should Holdpoint die, only \`${command}\` puts the original back`,
      );
    }
    this.#armed = true;
    const weakness = answer.weakness === null ? '' : ` (${answer.weakness})`;
    const after = `${Math.round(dead_man.after_ms / 1000)} s after its last sign of life`;
    await this.#note(
      `dead-man timer ${answer.timer}: should Holdpoint die, the host puts the original back ${after}${weakness}`,
    );
    this.#beating = this.#beat(dead_man.after_ms / BEATS);
  }

  /** No more signs: the run is over for this process, whatever becomes of the timer. */
  end(): void {
    this.#over.abort('the run is over');
  }

  /** Holdpoint has come to its end by itself, so that nothing may act behind the operator's back afterwards. */
  async disarm(): Promise<void> {
    this.end();
    if (!this.#armed) return;
    this.#armed = false;
    // a renewal that is under way would arm it again
    await this.#beating;
    await this.#unlessFailed(() => this.#ports.dead_man?.disarm(), 'cannot be taken away');
  }

  async #beat(every_ms: number): Promise<void> {
    const { clock, dead_man, guard } = this.#ports;
    for (;;) {
      await clock.wait(every_ms, this.#over.signal);
      if (this.#over.signal.aborted) return;
      try {
        guard?.check();
      } catch {
        // the run is another's now: the loop meets the same fault at its next step and ends with it
        return;
      }
      await this.#unlessFailed(() => dead_man?.renew(), 'cannot be renewed and may fire early');
    }
  }

  async #unlessFailed(act: () => Promise<void> | undefined, what: string): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      await this.#note(`the dead-man timer ${what}: ${error.fault.message}`).catch(() => undefined);
    }
  }
}
