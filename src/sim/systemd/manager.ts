import type { Machine, Random } from '../machine.ts';
import { Journal } from './journal/journal.ts';
import { Job, type JobResult, type JobType } from './service/job.ts';
import type { Executables } from './service/main-process.ts';
import { logAsManager } from './service/manager-log.ts';
import { Service } from './service/service.ts';
import { differsFromDisk, type LoadedUnit, loadUnit } from './unit-file/load-unit.ts';
import { wantedAtBoot } from './unit-file/unit-paths.ts';

/** `fail`: a job of the other kind that is under way is an error; `replace`: it is cancelled. */
export type JobMode = 'replace' | 'fail';

/** The job under way that `fail` does not replace. */
export interface Conflict {
  readonly queued: JobType;
}

export interface ServiceManagerOptions {
  readonly machine: Machine;
  /** Programs by the absolute path of their executable. A path that is not here cannot be executed. */
  readonly execs: Executables;
}

/**
 * The manager of a simulated machine's services (PID 1, systemd 252). A unit is in memory while it is not inactive, has
 * a job or processes, or is wanted at boot; only then does it keep what was loaded and what happened to it. Else it is
 * read afresh at each look, as real systemd does.
 */
export class ServiceManager {
  readonly machine: Machine;
  readonly journal: Journal;
  readonly #execs: Executables;
  readonly #random: Random;
  readonly #services = new Map<string, Service>();
  readonly #jobs = new Map<string, Job>();
  readonly #watchers = new Set<(service: Service) => void>();
  #last_job = 0;

  constructor({ machine, execs }: ServiceManagerOptions) {
    this.machine = machine;
    this.#execs = execs;
    this.#random = machine.random.fork('systemd');
    this.journal = new Journal(machine);
    machine.kernel.onBoot(() => this.boot());
  }

  /** Begins anew and starts what is enabled. Called by itself after a reboot; once by whoever sets the machine up. */
  boot(): void {
    for (const service of this.#services.values()) service.forget();
    for (const job of [...this.#jobs.values()]) job.cancel();
    this.#services.clear();
    for (const name of wantedAtBoot(this.machine.files)) {
      const service = this.unit(name);
      if (service.unit.load_state === 'loaded') void this.request('start', service, 'replace');
    }
  }

  /** The unit of that full name, from memory or disk. */
  unit(name: string): Service {
    return this.inMemory(name) ?? this.#load(name);
  }

  /** null: nothing keeps it in memory. */
  inMemory(name: string): Service | null {
    const service = this.#services.get(name) ?? null;
    if (service !== null) this.#collect(service);
    return this.#services.get(name) ?? null;
  }

  job(service: Service): Job | null {
    return this.#jobs.get(service.unit.name) ?? null;
  }

  jobs(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  /** Units in memory. */
  services(): readonly Service[] {
    return [...this.#services.values()];
  }

  /** Called at every change of a unit in memory. */
  watch(changed: (service: Service) => void): void {
    this.#watchers.add(changed);
  }

  /** What lies on disk is not what is in memory. */
  needsReload(service: Service): boolean {
    return differsFromDisk(this.machine.files, service.unit);
  }

  /** Reads all units in memory again; what runs is not touched. */
  daemonReload(): void {
    logAsManager(this.journal, 6, 'Reloading.');
    for (const service of [...this.#services.values()]) {
      service.reloaded(this.#read(service.unit.name));
      this.#collect(service);
    }
    for (const name of wantedAtBoot(this.machine.files)) this.unit(name);
  }

  /**
   * Asks for a job on a unit as `unit` gave it, which can have one (the caller looks at its load state). The answer
   * comes when the job ends.
   */
  request(type: JobType, service: Service, mode: JobMode): Promise<JobResult> | Conflict {
    const { name } = service.unit;
    const present = this.#jobs.get(name);
    if (present !== undefined && !present.merges(type) && mode === 'fail') return { queued: present.type };
    if (present?.merges(type) === true) {
      const ended = present.wait();
      present.merge(type);
      present.advance();
      return ended;
    }
    present?.cancel();
    this.#last_job += 1;
    const job = new Job(this.#last_job, type, service, (over) => this.#jobEnded(over));
    this.#services.set(name, service);
    this.#jobs.set(name, job);
    const ended = job.wait();
    job.advance();
    return ended;
  }

  #load(name: string): Service {
    const service = new Service(this.#read(name), {
      machine: this.machine,
      random: this.#random,
      journal: this.journal,
      execs: this.#execs,
      changed: (changed) => this.#changed(changed),
      restart: (waiting) => this.#restart(waiting),
    });
    if (service.unit.wants.length > 0) this.#services.set(name, service);
    return service;
  }

  #read(name: string): LoadedUnit {
    const { hostname, boot_id } = this.machine.kernel;
    const unit = loadUnit(this.machine.files, { unit: name, hostname, boot_id });
    for (const remark of unit.remarks) logAsManager(this.journal, 4, remark, { UNIT: name });
    return unit;
  }

  #changed(service: Service): void {
    for (const tell of this.#watchers) tell(service);
    this.#jobs.get(service.unit.name)?.advance();
    this.#collect(service);
  }

  #restart(service: Service): void {
    service.countRestart();
    void this.request('restart', service, 'replace');
  }

  #jobEnded(job: Job): void {
    const { name } = job.service.unit;
    if (this.#jobs.get(name) === job) this.#jobs.delete(name);
    this.#collect(job.service);
  }

  /** Forgets a unit that nothing keeps in memory. */
  #collect(service: Service): void {
    const { name, wants } = service.unit;
    if (service.state !== 'dead' || wants.length > 0 || this.#jobs.has(name) || !service.cgroup.empty) return;
    if (this.#services.get(name) === service) this.#services.delete(name);
  }
}
