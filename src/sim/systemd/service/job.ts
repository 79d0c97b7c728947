import { MESSAGE_IDS } from './manager-log.ts';
import type { Service } from './service.ts';
import { atRest, isStopping } from './state.ts';
import { longName, type Wording } from './wording.ts';

export type JobType = 'start' | 'stop' | 'restart';

export type JobResult = 'done' | 'failed' | 'canceled';

/** One job of a unit. A restart becomes a start once the unit is down. */
export class Job {
  readonly id: number;
  readonly service: Service;
  readonly #ended: (job: Job) => void;
  #type: JobType;
  /** The unit was asked to start or stop for the present type. */
  #acted = false;
  #over = false;
  #waiters: ((result: JobResult) => void)[] = [];

  constructor(id: number, type: JobType, service: Service, ended: (job: Job) => void) {
    this.id = id;
    this.#type = type;
    this.service = service;
    this.#ended = ended;
  }

  get type(): JobType {
    return this.#type;
  }

  /** Waiting for a stop or a restart that is under way. */
  get state(): 'running' | 'waiting' {
    return this.#type === 'start' && !this.#acted ? 'waiting' : 'running';
  }

  wait(): Promise<JobResult> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** True: a job of that type can become one with this. */
  merges(type: JobType): boolean {
    return (type === 'stop') === (this.#type === 'stop');
  }

  merge(type: JobType): void {
    if (this.#type === 'start' && type === 'restart') {
      this.#type = 'restart';
      this.#acted = false;
    }
  }

  cancel(): void {
    this.#end('canceled', null);
  }

  /** Goes as far as the state of the unit lets it; called again at each change. */
  advance(): void {
    while (!this.#over && this.#step()) {}
  }

  /** One step; false: nothing to do until the state changes. */
  #step(): boolean {
    return this.#type === 'start' ? this.#stepStart() : this.#stepStop();
  }

  #stepStart(): boolean {
    const { state } = this.service;
    if (state === 'running') return this.#end('done', this.#acted ? 'started' : null);
    if (!atRest(state)) return false;
    if (this.#acted) return this.#end('failed', 'start_failed');
    this.#acted = true;
    if (this.service.unit.definition.type === 'exec') this.#say(6, 'starting');
    this.service.start();
    return !this.#over;
  }

  #stepStop(): boolean {
    const { state } = this.service;
    if (atRest(state)) {
      if (this.#type === 'stop') return this.#end('done', this.#acted ? 'stopped' : null);
      if (this.#acted) this.#say(6, 'stopped', 'done');
      this.#type = 'start';
      this.#acted = false;
      return true;
    }
    if (this.#acted) return false;
    this.#acted = true;
    if (state !== 'auto-restart' && !isStopping(state)) this.#say(6, 'stopping');
    this.service.stop();
    return !this.#over;
  }

  #end(result: JobResult, wording: Wording | null): false {
    this.#over = true;
    if (wording !== null) this.#say(result === 'failed' ? 3 : 6, wording, result);
    this.#ended(this);
    for (const tell of this.#waiters) tell(result);
    return false;
  }

  #say(priority: number, wording: Wording, result?: JobResult): void {
    const { service, id } = this;
    service.log(priority, longName(wording, service.unit), {
      MESSAGE_ID: MESSAGE_IDS[wording],
      JOB_ID: String(id),
      JOB_TYPE: this.#type,
      ...(result === undefined ? {} : { JOB_RESULT: result }),
    });
  }
}
