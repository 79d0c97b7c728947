import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/engine/free-port.mjs';
import { launch } from '../../scripts/engine/python/engines.mjs';
import { writeHfModel } from '../../scripts/hf/model.mjs';
import { workersIn } from '../../test/lab/support/processes.ts';
import { folderOf } from '../peers/locked.ts';
import { pandasFor } from './pandas.ts';
import { SharedMemory } from './shared-memory.ts';

/** Where one fault is played: an own folder, an own port, and everything that runs in it. */
export class Place {
  readonly folder: string;
  readonly port: number;
  /** The command of the server, and the environment of all. */
  readonly server: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly model: string;
  readonly #shared_memory = new SharedMemory();

  private constructor(folder: string, port: number, pandas: string) {
    this.folder = folder;
    this.port = port;
    this.model = path.join(folder, 'tiny');
    const { argv, env } = launch('vllm', folderOf('vllm'), { model: this.model, port });
    this.server = argv;
    this.env = { ...process.env, ...env, PYTHONPATH: pandas };
  }

  static async make(): Promise<Place> {
    const pandas = await pandasFor(folderOf('vllm'));
    const place = new Place(mkdtempSync(path.join(tmpdir(), 'holdpoint-peer-')), await freePort(), pandas);
    process.once('exit', place.end);
    writeHfModel(place.model);
    return place;
  }

  /** Processes that work here, in the order of their ids. */
  workers(): readonly number[] {
    return workersIn(this.folder).toSorted((a, b) => a - b);
  }

  /** To be called while servers run: what they share in memory outlives them where they are killed. */
  noteSharedMemory(): void {
    this.#shared_memory.note(this.workers());
  }

  /** Ends what works here, and removes the folder and what it left in memory. */
  readonly end = (): void => {
    process.off('exit', this.end);
    for (const pid of this.workers()) killed(pid);
    this.#shared_memory.remove();
    rmSync(this.folder, { recursive: true, force: true });
  };
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}
