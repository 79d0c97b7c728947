import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { groupProcesses } from '../../../../src/adapters/host/control-group.ts';
import { LocalHost } from '../../../../src/adapters/host/local.ts';
import type { FileFacts, GroupProcess, HostIdentity } from '../../../../src/ports/host.ts';

/**
 * This machine with the files of the scripted `systemctl` in the place of systemd's. Programs and processes are real; a
 * control group is what no program can make: in it is whoever carries the invocation in its environment.
 */
export class RootedHost extends LocalHost {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  /** Whoever runs the tests may do there what root may. */
  override async identity(): Promise<HostIdentity> {
    return { ...(await super.identity()), uid: 0, user: 'root' };
  }

  override file(path: string): Promise<FileFacts | null> {
    return super.file(this.#place(path));
  }

  override readText(path: string, max_bytes: number): Promise<string | null> {
    return super.readText(this.#place(path), max_bytes);
  }

  override async controlGroup(): Promise<readonly GroupProcess[] | null> {
    const pids = await this.#members();
    return pids.length === 0 ? null : groupProcesses(pids);
  }

  override writeText(path: string, text: string, mode?: number): Promise<void> {
    return super.writeText(this.#place(path), text, mode);
  }

  override remove(path: string): Promise<boolean> {
    return super.remove(this.#place(path));
  }

  override list(folder: string): Promise<readonly string[] | null> {
    return super.list(this.#place(folder));
  }

  #place(path: string): string {
    return /^\/(etc|run)\/systemd\//.test(path) ? join(this.#folder, 'root', path) : path;
  }

  async #members(): Promise<readonly number[]> {
    const unit = await readFile(join(this.#folder, 'state/unit'), 'utf8').catch(() => '');
    const invocation = /^INVOCATION=(\w+)$/m.exec(unit)?.[1];
    if (invocation === undefined) return [];
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const carries = await Promise.all(
      pids.map(async (pid) => (await this.environment(pid))?.['INVOCATION_ID'] === invocation),
    );
    return pids.filter((_, at) => carries[at] === true);
  }
}
