import { Scene } from '../../crash/scene.ts';
import { freePort } from '../../lab.ts';
import type { Machine } from './machine.ts';
import { installUnit, type Scope } from './scope.ts';

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface UnitSceneOptions {
  readonly machine: Machine;
  readonly scope: Scope;
  readonly server: string;
  readonly model: string;
}

/** A scene whose service is a unit of that machine, which runs. Holdpoint runs there too, as a process of root. */
export class UnitScene extends Scene {
  /** The unit before Holdpoint came. */
  readonly found: ReturnType<UnitScene['unit']>;
  readonly #machine: Machine;
  readonly #name: string;

  private constructor({ machine, scope, server, model }: UnitSceneOptions, port: number) {
    const name = `llm-${port}.service`;
    const service = `{ kind: systemd, unit: ${name} }`;
    super([server], model, port, { within: machine.shared, service, baseline: 'current' });
    this.#machine = machine;
    this.#name = name;
    const command = [server, '-m', model, '-c', '1024', '-t', '1', '--port', port, '-np', '1'].join(' ');
    const install = ['[Install]', 'WantedBy=multi-user.target'];
    installUnit(machine, scope, name, `ExecStart=${command}`, 'Restart=always', ...install);
    machine.demand('systemctl', 'enable', '--now', name);
    this.found = this.unit();
  }

  static async make(options: UnitSceneOptions): Promise<UnitScene> {
    return new UnitScene(options, await freePort());
  }

  /** What must be as before: its files and state, how its one server was started. */
  unit() {
    const keys = 'ActiveState,DropInPaths,FragmentPath,Restart,UnitFileState';
    const shown = this.#machine.demand('systemctl', 'show', '-p', keys, this.#name);
    const commands = this.#machine.demand('ps', '-ww', '-e', '-o', 'args=').split('\n');
    return {
      shown,
      file: this.#machine.read(`/etc/systemd/system/${this.#name}`),
      servers: commands.filter((line) => line.includes(` --port ${this.port}`)),
    };
  }

  /** Runs Holdpoint to its end, without holding up what else is tested. */
  async ends(args: readonly string[], crashAt: number | null = null): Promise<Ended> {
    const run = this.begin(args, crashAt);
    return { ...(await run.ended), stdout: run.stdout, stderr: run.stderr };
  }

  /** Of a run that has ended: the first record of each kind, an intent and its outcome by their method. */
  firsts(): ReadonlyMap<string, number> {
    const kinds = this.journal().map(({ seq, record }): [string, number] => [
      'method' in record ? `${record.type} ${record.method}` : record.type,
      seq,
    ]);
    return new Map(kinds.reverse());
  }

  protected override command(words: readonly string[]): readonly string[] {
    return [...this.#machine.within, 'env', `--chdir=${this.dir}`, ...words];
  }
}
