import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../../../contract/until.ts';

const CHECKOUT = join(import.meta.dirname, '../../../..');
const SCRIPT = join(import.meta.dirname, 'machine.sh');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A machine with a real systemd and journald, which sees this one's files and shares its network. It goes when the
 * process that made it ends, however that ends.
 */
export class Machine {
  /** The one folder that both machines write, under the same path. */
  readonly shared: string;
  readonly #state: string;
  readonly #group: string;
  readonly #holder: ChildProcess;
  readonly #said: string[] = [];
  /** Of its PID 1, as this machine sees it; 0: it is off. */
  #pid = 0;

  private constructor() {
    this.shared = mkdtempSync(join(tmpdir(), 'holdpoint-machine-'));
    this.#state = mkdtempSync(join(tmpdir(), 'holdpoint-machine-state-'));
    this.#group = join(controlGroups(), `holdpoint-lab-${process.pid}-${this.shared.slice(-6)}`);
    mkdirSync(this.#group);
    const hold = ['hold', this.#state, this.#group, this.shared, CHECKOUT, process.execPath];
    const argv = [
      '--pdeathsig',
      'KILL',
      'unshare',
      '--mount',
      '--propagation',
      'private',
      'sh',
      SCRIPT,
      ...hold,
    ];
    this.#holder = spawn('setpriv', argv, { stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [this.#holder.stdout, this.#holder.stderr])
      if (stream !== null) createInterface(stream).on('line', (line) => this.#said.push(line));
  }

  static async start(): Promise<Machine> {
    const machine = new Machine();
    try {
      await machine.on();
      return machine;
    } catch (error) {
      await machine.end();
      throw error;
    }
  }

  /** Switches it on and waits until all that it starts runs. */
  async on(): Promise<void> {
    const from = this.#said.length;
    this.#holder.stdin?.write('\n');
    const pid = await until(async () => {
      this.#failed(from);
      return /^on (\d+)$/m.exec(this.#said.slice(from).join('\n'))?.[1];
    });
    this.#pid = Number(pid);
    await until(async () => {
      this.#failed(from);
      return /^(running|degraded)$/.test(this.run(['systemctl', 'is-system-running']).stdout.trim());
    });
  }

  /** As a power cut: every process ends at once. /etc and /var stay. */
  async cut(): Promise<void> {
    const from = this.#said.length;
    process.kill(this.#pid, 'SIGKILL');
    this.#pid = 0;
    await until(async () => this.#said.slice(from).includes('off'));
  }

  async end(): Promise<void> {
    if (this.#pid !== 0) await this.cut();
    this.#holder.stdin?.end();
    await until(async () => this.#holder.exitCode !== null || this.#holder.signalCode !== null);
    for (const folder of [this.shared, this.#state]) rmSync(folder, { recursive: true, force: true });
    rmdirSync(this.#group);
  }

  /** The words before a command that make it run there, as root. */
  get within(): readonly string[] {
    return ['nsenter', '--target', String(this.#pid), '--all', '--wdns=/', '--'];
  }

  /** Runs a command there and waits for it, without giving the event loop back. */
  run(argv: readonly string[]): Ended {
    const [file = '', ...rest] = [...this.within, ...argv];
    const { status, stdout, stderr } = spawnSync(file, rest, { encoding: 'utf8', timeout: 60_000 });
    return { code: status, stdout, stderr };
  }

  /** The same for what must succeed; its output. */
  demand(...argv: readonly string[]): string {
    const { code, stdout, stderr } = this.run(argv);
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  }

  /** The text of a file there; null: there is none. */
  read(path: string): string | null {
    try {
      return readFileSync(this.#path(path), 'utf8');
    } catch {
      return null;
    }
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.#path(path)), { recursive: true });
    writeFileSync(this.#path(path), text);
  }

  remove(path: string): void {
    rmSync(this.#path(path), { recursive: true, force: true });
  }

  #path(path: string): string {
    return `/proc/${this.#pid}/root${path}`;
  }

  #failed(from: number): void {
    const said = this.#said.slice(from);
    if (said.includes('off') || this.#holder.exitCode !== null)
      throw new Error(`the machine could not be switched on:\n${this.#said.join('\n')}`);
  }
}

/** Where the version 2 tree of control groups is: it may be the whole tree or stand beside others. */
function controlGroups(): string {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const found = mounts.find(([, , kind]) => kind === 'cgroup2')?.[1];
  if (found === undefined) throw new Error('this machine has no control groups of version 2');
  return found;
}
