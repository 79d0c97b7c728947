import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JournalRecord } from '../../../../src/core/sweep/records.ts';
import { Scene } from '../../crash/scene.ts';
import { freePort } from '../free-port.ts';
import type { Machine } from './machine.ts';
import { installUnit, removeUnit, type Scope } from './scope.ts';

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a scene is. */
export interface ScenePlace {
  readonly dir: string;
  readonly port: number;
  readonly unit: string;
}

/** What the unit runs, and the file for it where that is not the scene's own. */
export interface SceneService {
  readonly command: readonly string[];
  /** Further lines of its [Service], or whole sections behind it. */
  readonly more?: readonly string[];
  readonly file?: string;
}

export interface UnitSceneOptions {
  readonly machine: Machine;
  readonly scope: Scope;
  readonly service: (place: ScenePlace) => SceneService;
}

/** llama-server with a small context. */
export function llamaServer(server: string, model: string): UnitSceneOptions['service'] {
  return ({ port }) => ({
    command: [server, '-m', model, '-c', '1024', '-t', '1', '--port', String(port), '-np', '1'],
  });
}

/** A scene whose service is a unit of that machine, which runs. Holdpoint runs there too, as a process of root. */
export class UnitScene extends Scene {
  /** The unit before Holdpoint came. */
  readonly found: ReturnType<UnitScene['unit']>;
  readonly #machine: Machine;
  readonly #scope: Scope;
  readonly #name: string;

  private constructor({ machine, scope, service }: UnitSceneOptions, port: number) {
    const unit = `llm-${port}.service`;
    const place = {
      within: machine.shared,
      service: `{ kind: systemd, unit: ${unit} }`,
      baseline: 'current',
    };
    super([], '', port, place);
    this.#machine = machine;
    this.#scope = scope;
    this.#name = unit;
    const { command, more = [], file } = service({ dir: this.dir, port, unit });
    if (file !== undefined) writeFileSync(join(this.dir, 'holdpoint.yaml'), file);
    const install = ['[Install]', 'WantedBy=multi-user.target'];
    const lines = [`ExecStart=${command.join(' ')}`, 'Restart=always', ...more, ...install];
    installUnit(machine, scope, unit, ...lines);
    machine.demand('systemctl', 'enable', '--now', unit);
    this.found = this.unit();
  }

  static async make(options: UnitSceneOptions): Promise<UnitScene> {
    return new UnitScene(options, await freePort());
  }

  /** What must be as before: its files and state, how its one server was started. */
  unit() {
    const keys = 'ActiveState,DropInPaths,FragmentPath,Restart,UnitFileState';
    const shown = this.#machine.demand('systemctl', 'show', '-p', keys, this.#name);
    // children that have not become their own program yet bear its name too
    const commands = this.#machine.demand('ps', '-ww', '--ppid', '1', '-o', 'args=').split('\n');
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

  /** Of a run that has ended: the first record of each kind, as `kindOf` names it. */
  firsts(): ReadonlyMap<string, number> {
    return new Map(
      this.journal()
        .map(({ seq, record }): [string, number] => [kindOf(record), seq])
        .reverse(),
    );
  }

  /** May the host itself still act for the run? */
  isAwaited(): boolean {
    const units = `holdpoint-restore-${basename(this.runDir())}-*`;
    const listed = this.#machine.demand('systemctl', 'list-units', '--all', '--plain', '--no-legend', units);
    return listed.trim() !== '';
  }

  /** Its unit is gone, and all that ran in it. */
  remove(): void {
    this.#machine.run(['systemctl', 'kill', '--signal=KILL', this.#name]);
    this.#machine.run(['systemctl', 'disable', '--now', this.#name]);
    removeUnit(this.#machine, this.#scope, this.#name);
  }

  protected override command(words: readonly string[]): readonly string[] {
    return [...this.#machine.within, 'env', `--chdir=${this.dir}`, ...words];
  }
}

/** An intent and its outcome by their method, a change by its goal, a hold point by its name. */
function kindOf(record: JournalRecord): string {
  switch (record.type) {
    case 'intent':
    case 'outcome':
      return `${record.type} ${record.method}`;
    case 'change.begun':
      return `${record.type} ${record.goal}`;
    case 'holdpoint':
      return `${record.type} ${record.result.name}`;
    default:
      return record.type;
  }
}
